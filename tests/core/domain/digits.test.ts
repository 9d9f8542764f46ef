import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyDigits } from '#core/domain/digits.ts';
import { anyText, digits } from '#tests/support/arbitraries.ts';

describe('only digits', () => {
  it('are kept, in their order', () => {
    expect(onlyDigits('+55 (11) 98765-4321')).toBe('5511987654321');
    expect(onlyDigits('sem número')).toBe('');
  });

  it('come out of any text, and none is lost', () => {
    fc.assert(
      fc.property(anyText, digits(5), anyText, (before, number, behind) => {
        const found = onlyDigits(before + number + behind);
        expect(found).toMatch(/^[0-9]*$/);
        expect(found).toBe(onlyDigits(before) + number + onlyDigits(behind));
      }),
    );
  });
});
