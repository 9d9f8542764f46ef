import type { Agent, AgentDraft } from '#core/domain/agent.ts';
import type { Phone } from '#core/domain/phone.ts';

export interface AgentStore {
  /** Oldest first. */
  listOf(accountId: number): Promise<readonly Agent[]>;
  find(accountId: number, agentId: number): Promise<Agent | null>;
  /** The account's agents with this number, ninth digit or not: a connected one first, then the oldest. */
  byPhone(accountId: number, phone: Phone): Promise<readonly Agent[]>;
  countOf(accountId: number): Promise<number>;
  add(accountId: number, draft: AgentDraft & { readonly online: boolean }, now: Date): Promise<Agent>;
  /** Null when the account has no such agent. A connection of the number it had before is wanted no longer. */
  change(accountId: number, agentId: number, draft: AgentDraft): Promise<Agent | null>;
  setOnline(accountId: number, agentId: number, online: boolean): Promise<Agent | null>;
  /**
   * False when the account has no such agent. Everything of the agent disappears with it; of a number that is linked
   * only the wish remains to have it unlinked.
   */
  remove(accountId: number, agentId: number): Promise<boolean>;
}
