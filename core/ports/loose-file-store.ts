/** What a file is to become: each has places of its own in the plan. */
export type FilePurpose = 'document' | 'keyword-file';

export type LooseFile = { readonly accountId: number; readonly key: string };

/**
 * Files on the shelf that no row of ours points at: on their way in, or on their way out. Shelf and database cannot
 * change together; what is written here first is found again, whoever dies in between.
 */
export interface LooseFileStore {
  /** A key of its own for a file that is about to be put on the shelf. */
  expect(accountId: number, agentId: number, purpose: FilePurpose, now: Date): Promise<string>;
  /** How many of the agent's are on their way in for this, from after `since`. */
  expectedOf(accountId: number, agentId: number, purpose: FilePurpose, since: Date): Promise<number>;
  /** A row points at it from now on. False when it was given up meanwhile: then none may. */
  settle(accountId: number, key: string): Promise<boolean>;
  /** No row will ever point at it. */
  giveUp(accountId: number, key: string): Promise<void>;
  /** Gives up what has been on its way in since before `since`, then answers some of what is given up; of one account, or of any. */
  givenUp(accountId: number | null, since: Date): Promise<readonly LooseFile[]>;
  /** They lie on the shelf no more. */
  forget(files: readonly LooseFile[]): Promise<void>;
}
