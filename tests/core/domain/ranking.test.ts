import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bm25, charactersOf, fuse, type Postings, rarity, withinBudget } from '#core/domain/ranking.ts';

describe('BM25', () => {
  it('prefers the passage that says a word more often', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (often, more) => {
        const [first, second] = bm25([word([0, 1], [often, often + more])], [40, 40, 40]);
        expect([first?.passage, second?.passage]).toEqual([1, 0]);
        expect(first?.score).toBeGreaterThan(second?.score ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  it('prefers the rarer word', () => {
    const lengths = [20, 20, 20, 20];
    expect(bm25([word([0, 1, 2], [1, 1, 1]), word([3], [1])], lengths)[0]?.passage).toBe(3);
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (holding, others) => {
        const all = holding + others + 1;
        expect(rarity(holding, all)).toBeGreaterThan(rarity(holding + 1, all));
        expect(rarity(all, all)).toBeGreaterThan(0);
      }),
    );
  });

  it('prefers the shorter passage, and the word that weighs more', () => {
    expect(bm25([word([0, 1], [1, 1])], [200, 20])[0]?.passage).toBe(1);
    expect(bm25([word([0], [1], 0.1), word([1], [1])], [20, 20])[0]?.passage).toBe(1);
  });

  it('does not care in which order words are asked for, and finds only what holds one', () => {
    fc.assert(
      fc.property(
        someWords,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 20, maxLength: 20 }),
        (words, lengths) => {
          const found = bm25(words, lengths);
          const reversed = bm25(words.toReversed(), lengths);
          for (const { passage, score } of found) {
            expect(reversed.find((other) => other.passage === passage)?.score).toBeCloseTo(score, 9);
          }
          expect(new Set(found.map(({ passage }) => passage))).toEqual(
            new Set(words.flatMap(({ passages }) => Array.from(passages))),
          );
          expect(found.map(({ score }) => score)).toEqual(
            found.map(({ score }) => score).toSorted((a, b) => b - a),
          );
        },
      ),
    );
    expect(bm25([], [])).toEqual([]);
  });
});

describe('fusing', () => {
  it('does not care which ranking is named first', () => {
    fc.assert(
      fc.property(rankings, (all) => {
        expect(fuse(all.toReversed())).toEqual(fuse(all));
      }),
    );
  });

  it('keeps a single ranking as it is', () => {
    fc.assert(
      fc.property(ranking, (one) => {
        expect(fuse([one]).map(({ passage }) => passage)).toEqual(one);
      }),
    );
  });

  it('puts what is better in every ranking first, and what all know before what one knows', () => {
    expect(
      fuse([
        [7, 8],
        [7, 8],
      ])[0],
    ).toEqual({ passage: 7, score: 1 });
    expect(
      fuse([
        [1, 2, 3],
        [4, 2, 5],
      ])[0]?.passage,
    ).toBe(2);
    fc.assert(
      fc.property(rankings, (all) => {
        const found = fuse(all);
        expect(new Set(found.map(({ passage }) => passage))).toEqual(new Set(all.flat()));
        expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
      }),
    );
  });
});

describe('a budget', () => {
  it('is never exceeded, keeps the order, and leaves out only what does not fit', () => {
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 20 }), fc.nat(500), (passages, characters) => {
        const told = withinBudget(passages, characters);
        const taken = told.reduce((sum, each) => sum + charactersOf(each), 0);
        expect(taken).toBeLessThanOrEqual(characters);
        expect(passages.filter((each) => told.includes(each))).toEqual(told);
        const left = passages.filter((each) => !told.includes(each));
        expect(left.every((each) => charactersOf(each) > characters - taken)).toBe(true);
      }),
    );
  });
});

// Helpers

const word = (passages: readonly number[], times: readonly number[], weight = 1): Postings => ({
  weight,
  passages,
  times,
});

const someWords = fc.array(
  fc.uniqueArray(fc.nat(19), { minLength: 1 }).chain((passages) =>
    fc.record({
      weight: fc.double({ min: 0.1, max: 1, noNaN: true }),
      passages: fc.constant(passages),
      times: fc.array(fc.integer({ min: 1, max: 9 }), {
        minLength: passages.length,
        maxLength: passages.length,
      }),
    }),
  ),
  { maxLength: 6 },
);

const ranking = fc.uniqueArray(fc.nat(30), { maxLength: 20 });
const rankings = fc.array(ranking, { minLength: 1, maxLength: 4 });

const passage = fc.record({
  text: fc.string({ minLength: 1, maxLength: 200 }),
  headings: fc.array(fc.string({ maxLength: 20 }), { maxLength: 2 }),
});
