import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lettersApart, reachOf } from '#core/domain/spelling.ts';

describe('spelling', () => {
  it.each([
    ['manicure', 'manicure', 0],
    ['manicuri', 'manicure', 1],
    ['mancure', 'manicure', 1],
    ['mainicure', 'manicure', 1],
    ['mnaicure', 'manicure', 1],
    ['progresiva', 'progressiva', 1],
    ['porgresiva', 'progressiva', 2],
    ['corte', 'escova', 3],
    ['a', 'escova', 3],
  ])('finds %s and %s so far apart: %i', (one, other, apart) => {
    expect(lettersApart(one, other, 2)).toBe(apart);
  });

  it('is the same both ways, nothing only for the same word, and bounded', () => {
    fc.assert(
      fc.property(word, word, fc.nat(3), (one, other, most) => {
        const apart = lettersApart(one, other, most);
        expect(lettersApart(other, one, most)).toBe(apart);
        expect(apart === 0).toBe(one === other);
        expect(apart).toBeLessThanOrEqual(most + 1);
        expect(apart).toBe(Math.min(lettersApart(one, other, 20), most + 1));
      }),
    );
  });

  it('never lets a short word or a figure be another', () => {
    expect(['pé', '25', '1250', 'h2o2', 'mão'].map(reachOf)).toEqual([0, 0, 0, 0, 0]);
    expect(['corte', 'manicure'].map(reachOf)).toEqual([1, 2]);
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
