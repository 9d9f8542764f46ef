import type { Vector } from './passage-store.ts';

/** Turns texts into what they mean. It never throws, and never takes longer than 30 seconds. */
export interface Embedder {
  /** A vector for each text, in order, or null when there are none to be had just now. No texts have no vectors. */
  embed(texts: readonly string[]): Promise<readonly Vector[] | null>;
}
