import type { LocalDate } from '#core/domain/time.ts';

export type AgentStats = {
  readonly sent: number;
  readonly received: number;
  readonly contacts: number;
  readonly lastInteractionAt: Date | null;
};

/** Kept as messages are written, never counted live. Tries in test mode do not count. */
export interface StatsStore {
  ofAgent(accountId: number, agentId: number): Promise<AgentStats>;
  /** All agents of the account at once, by agent id; agents without traffic are absent. */
  ofAccount(accountId: number): Promise<ReadonlyMap<number, AgentStats>>;
  /** Voice messages transcribed for the account in the month of `month` (its first day). */
  audiosIn(accountId: number, month: LocalDate): Promise<number>;
}
