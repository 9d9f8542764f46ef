import type { Passage } from '#core/domain/passage.ts';

/** What a text means, as numbers. Only vectors of the same model compare. */
export type Vector = { readonly model: string; readonly values: readonly number[] };

export type FoundPassage = Passage & {
  readonly id: number;
  readonly documentId: number;
  readonly documentName: string;
  /** Greater is better; it compares within one answer only. */
  readonly score: number;
};

/** What agents know, in pieces. A stranger's account or agent finds nothing and changes nothing. */
export interface PassageStore {
  /**
   * A document's passages in their order, in place of those it had. The name counts as a heading over all of them.
   * `vectors` is empty or has an entry for each passage, null where none was made.
   */
  put(
    accountId: number,
    agentId: number,
    document: { readonly id: number; readonly name: string },
    passages: readonly Passage[],
    vectors: readonly (Vector | null)[],
  ): Promise<void>;
  /** Of these documents; a no-op for those without any. */
  remove(accountId: number, agentId: number, documentIds: readonly number[]): Promise<void>;
  /** The passages and vectors of one agent's documents for the copies of them that another agent has. */
  copy(
    accountId: number,
    agents: { readonly from: number; readonly to: number },
    documents: readonly { readonly from: number; readonly to: number }[],
  ): Promise<void>;
  /**
   * Best first. Case, accents and endings do not matter, words spelled a little wrong are understood, and passages that
   * share only words like `qual` with a question that has others are left out.
   */
  findByWords(
    accountId: number,
    agentId: number,
    question: string,
    limit: number,
  ): Promise<readonly FoundPassage[]>;
  /** Best first, by the cosine of vectors of the same model; the score is that cosine. */
  findByMeaning(
    accountId: number,
    agentId: number,
    meaning: Vector,
    limit: number,
  ): Promise<readonly FoundPassage[]>;
}
