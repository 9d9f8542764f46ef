import type { Hit } from './passage-index.ts';

/** One agent's vectors of one model, a byte a dimension: a quarter of the memory for the third digit of a cosine. */
export type VectorIndex = {
  readonly ids: Float64Array;
  readonly dimensions: number;
  readonly values: Int8Array;
  readonly bytes: number;
};

export const packed = (values: readonly number[]): Uint8Array => {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return new Uint8Array(Int8Array.from(values, (value) => Math.round((value / largest) * 127)).buffer);
};

/** Those that have as many dimensions as the first. */
export const vectorIndexOf = (
  rows: readonly { readonly id: number; readonly vector: Uint8Array }[],
): VectorIndex => {
  const dimensions = rows[0]?.vector.length ?? 0;
  const alike = rows.filter(({ vector }) => vector.length === dimensions);
  const values = new Int8Array(alike.length * dimensions);
  for (const [at, { vector }] of alike.entries()) values.set(new Int8Array(vector), at * dimensions);
  const ids = Float64Array.from(alike, ({ id }) => id);
  return { ids, dimensions, values, bytes: 500 + values.length + ids.length * 8 };
};

/** Best first, by cosine. */
export const nearestVectors = (
  { ids, dimensions, values }: VectorIndex,
  asked: readonly number[],
  limit: number,
): readonly Hit[] => {
  if (asked.length !== dimensions) return [];
  const given = Float64Array.from(asked);
  const length = Math.sqrt(given.reduce((sum, value) => sum + value * value, 0));
  const hits = Array.from(ids, (id, at) => {
    let [dot, square] = [0, 0];
    const from = at * dimensions;
    for (let n = 0; n < dimensions; n++) {
      const value = values[from + n] ?? 0;
      dot += value * (given[n] ?? 0);
      square += value * value;
    }
    return { id, score: dot / (length * Math.sqrt(square)) || 0 };
  });
  return hits.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
};
