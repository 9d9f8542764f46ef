import type { Listening } from '#core/domain/keyword.ts';
import type { KeywordFile } from '#core/domain/keyword-file.ts';

export type NewKeywordFile = Omit<KeywordFile, 'id' | 'agentId' | 'createdAt'>;

export interface KeywordFileStore {
  /** Newest first. */
  listOf(accountId: number, agentId: number): Promise<readonly KeywordFile[]>;
  /** What the agent's files wait for. */
  listeningOf(accountId: number, agentId: number): Promise<readonly Listening[]>;
  countOf(accountId: number, agentId: number): Promise<number>;
  add(accountId: number, agentId: number, file: NewKeywordFile, now: Date): Promise<KeywordFile>;
  find(accountId: number, fileId: number): Promise<KeywordFile | null>;
  /**
   * Its file on the shelf is given up, unless another row has it too. False when there is none. Runs in a transaction
   * of the account.
   */
  remove(accountId: number, fileId: number): Promise<boolean>;
  /**
   * Gives the second agent what the first one has, the oldest `most` of them, in a transaction of the account. Both
   * then share what lies on the shelf.
   */
  copyAll(
    accountId: number,
    agents: { readonly from: number; readonly to: number },
    most: number,
    now: Date,
  ): Promise<void>;
}
