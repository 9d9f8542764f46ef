import type { AccountStore } from './account-store.ts';
import type { AgentStore } from './agent-store.ts';
import type { DocumentStore } from './document-store.ts';
import type { KeywordFileStore } from './keyword-file-store.ts';
import type { LooseFileStore } from './loose-file-store.ts';
import type { PassageStore } from './passage-store.ts';
import type { PlanStore } from './plan-store.ts';
import type { SubscriptionStore } from './subscription-store.ts';

export type TransactionStores = {
  readonly accounts: AccountStore;
  readonly agents: AgentStore;
  readonly documents: DocumentStore;
  readonly keywordFiles: KeywordFileStore;
  readonly looseFiles: LooseFileStore;
  /** Without finding: what a transaction reads may never have been, and finding remembers. */
  readonly passages: Pick<PassageStore, 'put' | 'remove' | 'copy'>;
  readonly plans: PlanStore;
  readonly subscriptions: SubscriptionStore;
};

/**
 * Runs `work` in one transaction; a rejection undoes all of it. With an account, transactions of that account
 * run one after the other, so that what was counted inside is still true when it is written.
 */
export type Transaction = <Answer>(
  accountId: number | null,
  work: (stores: TransactionStores) => Promise<Answer>,
) => Promise<Answer>;
