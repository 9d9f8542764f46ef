import type { Pause } from '#core/domain/pause.ts';
import type { Phone } from '#core/domain/phone.ts';

export interface PauseStore {
  /** Pauses in force, newest first. */
  listOf(accountId: number, agentId: number, now: Date): Promise<readonly Pause[]>;
  /**
   * Pauses the contact with this number until somebody ends it; a number paused so already keeps its row. A number
   * never seen becomes a contact. Null when the account has no such agent.
   */
  add(
    accountId: number,
    agentId: number,
    phone: Phone,
    now: Date,
  ): Promise<{ readonly pause: Pause; readonly isNew: boolean } | null>;
  /** False when the account has no such pause. */
  remove(accountId: number, pauseId: number): Promise<boolean>;
}
