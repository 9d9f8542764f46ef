import type { Pause } from '#core/domain/pause.ts';
import type { Phone } from '#core/domain/phone.ts';

export interface PauseStore {
  /** Pauses in force, newest first. */
  listOf(accountId: number, agentId: number, now: Date): Promise<readonly Pause[]>;
  /** Pauses the contact with this number until somebody ends it; a number paused so already keeps its row. */
  add(accountId: number, agentId: number, phone: Phone, now: Date): Promise<Pause>;
  /** False when the account has no such pause. */
  remove(accountId: number, pauseId: number): Promise<boolean>;
}
