import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, reaisOf } from '#core/domain/money.ts';

describe('money', () => {
  it('is a number of reais on the wire and whole centavos inside', () => {
    expect(reaisOf(4_900)).toBe(49);
    expect(reaisOf(5_520)).toBe(55.2);
    expect(centsOf(4.35)).toBe(435);
  });

  it('comes back from the wire as it went', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (cents) => {
        expect(centsOf(reaisOf(cents))).toBe(cents);
        expect(centsOf(JSON.parse(JSON.stringify(reaisOf(cents))))).toBe(cents);
      }),
    );
  });

  it('never has more than two decimals on the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(String(reaisOf(cents))).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});
