import type { Document } from '#core/domain/document.ts';

export type NewDocument = {
  readonly name: string;
  /** All of it, not empty. */
  readonly text: string;
  readonly pages: number | null;
  /** Where its file lies on the shelf. */
  readonly fileKey: string;
};

export type Copied = { readonly from: number; readonly to: number };

export interface DocumentStore {
  /** Newest first. */
  listOf(accountId: number, agentId: number): Promise<readonly Document[]>;
  countOf(accountId: number, agentId: number): Promise<number>;
  /** Null when the agent has a document with this very text. */
  add(accountId: number, agentId: number, document: NewDocument, now: Date): Promise<Document | null>;
  find(accountId: number, documentId: number): Promise<Document | null>;
  /** The agent's documents whose text begins so, two at most: more is the same as two. */
  beginningWith(accountId: number, agentId: number, text: string): Promise<readonly Document[]>;
  /** Its file is given up, unless another document has it too. Runs in a transaction of the account. */
  remove(accountId: number, documentId: number): Promise<void>;
  /**
   * Gives the second agent what the first one has, the oldest `most` of them, in a transaction of the account. Both
   * then share the files.
   */
  copyAll(
    accountId: number,
    agents: { readonly from: number; readonly to: number },
    most: number,
    now: Date,
  ): Promise<readonly Copied[]>;
}
