import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyDigits } from '#core/domain/digits.ts';
import { areaPhone, countryPhone, taxId } from '../../../apps/web/ui/masks.ts';

describe('a phone field', () => {
  it.each([
    ['', ''],
    ['1', '(1'],
    ['11', '(11'],
    ['119', '(11) 9'],
    ['11987654321', '(11) 98765-4321'],
    ['1134567890', '(11) 3456-7890'],
    ['+55 11 98765-4321', '(11) 98765-4321'],
    ['119876543219', '(11) 98765-4321'],
    ['5599123', '(55) 99123'],
  ])('shows %s as %s', (typed, shown) => {
    expect(areaPhone(typed)).toBe(shown);
  });

  it('never changes the digits of a number of up to eleven', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,11}$/), (digits) => {
        expect(onlyDigits(areaPhone(digits))).toBe(digits);
      }),
    );
  });
});

describe('the field of an agent’s number', () => {
  it.each([
    ['1', '55 1'],
    ['55 1', '55 1'],
    ['55 11', '55 11'],
    ['55 11 98765-4321', '55 11 98765-4321'],
    ['5511987654321', '55 11 98765-4321'],
    ['+55 (11) 3456-7890', '55 11 3456-7890'],
    ['55 5511987654321', '55 11 98765-4321'],
    ['55 ', ''],
  ])('shows %s as %s', (typed, shown) => {
    expect(countryPhone(typed)).toBe(shown);
  });

  it('grows by every digit that is typed after it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d[2-9]\d{7,8}$/), (national) => {
        const shown = [...national].reduce((text, digit) => countryPhone(text + digit), '');
        expect(onlyDigits(shown)).toBe(`55${national}`);
      }),
    );
  });
});

describe('a tax id field', () => {
  it.each([
    ['529', '529'],
    ['52998224725', '529.982.247-25'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['529.982.247-25', '529.982.247-25'],
  ])('shows %s as %s', (typed, shown) => {
    expect(taxId(typed)).toBe(shown);
  });
});
