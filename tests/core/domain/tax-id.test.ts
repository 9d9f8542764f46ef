import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCnpj, parseCpf, parseTaxId, taxIdLooksRight } from '#core/domain/tax-id.ts';
import { cnpjBody, digits } from '#tests/support/arbitraries.ts';

describe('a CPF', () => {
  it.each(linesOf('cpf-valid'))('accepts %s', (text) => {
    expect(parseCpf(text)).toBe(text.replace(/\D/g, ''));
    expect(parseTaxId(text)).toBe(parseCpf(text));
  });

  it.each(linesOf('cpf-invalid'))('refuses %s', (text) => {
    expect(parseCpf(text)).toBeNull();
    expect(parseTaxId(text)).toBeNull();
  });

  it('accepts exactly one pair of check digits for any nine digits', () => {
    fc.assert(
      fc.property(digits(9).filter(notAllTheSame), (body) => {
        expect(endings.filter((ending) => parseCpf(body + ending))).toEqual([cpfEnding(body)]);
      }),
    );
  });

  it('refuses eleven identical digits, though their check digits match', () => {
    expect(cpfEnding('777777777')).toBe('77');
    expect(parseCpf('777.777.777-77')).toBeNull();
  });
});

describe('a CNPJ', () => {
  it.each(linesOf('cnpj-valid'))('accepts %s', (text) => {
    expect(parseCnpj(text)).toMatch(/^[0-9A-Z]{12}\d\d$/);
    expect(parseTaxId(text)).toBe(parseCnpj(text));
  });

  it.each(linesOf('cnpj-invalid'))('refuses %s', (text) => {
    expect(parseCnpj(text)).toBeNull();
    expect(parseTaxId(text)).toBeNull();
  });

  it('reads the official alphanumeric example in any case, without its punctuation', () => {
    expect(parseCnpj('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  });

  it('accepts exactly one pair of check digits for any twelve digits', () => {
    fc.assert(
      fc.property(digits(12).filter(notAllTheSame), (body) => {
        expect(endings.filter((ending) => parseCnpj(body + ending))).toEqual([cnpjEnding(body)]);
      }),
    );
  });

  it('accepts exactly one pair of check digits for any twelve letters and digits', () => {
    fc.assert(
      fc.property(cnpjBody.filter(notAllTheSame), (body) => {
        expect(endings.filter((ending) => parseCnpj(body + ending))).toEqual([cnpjEnding(body)]);
      }),
    );
  });
});

describe('a tax id', () => {
  it('counts letters only in a value of 14 characters', () => {
    fc.assert(
      fc.property(validNumeric, words, (taxId, word) => {
        fc.pre((word + taxId).length !== 14);
        expect(parseTaxId(`${word} ${taxId}`)).toBe(taxId);
      }),
    );
  });

  it('accepts everything that is valid by its digits alone, whatever stands between them', () => {
    fc.assert(
      fc.property(validNumeric, fc.string(), fc.nat({ max: 14 }), (taxId, noise, at) => {
        const text = taxId.slice(0, at) + noise.replace(/\d/g, '') + taxId.slice(at);
        expect(parseTaxId(text)).not.toBeNull();
      }),
    );
  });

  it('reads an alphanumeric CNPJ as itself even where its eleven digits happen to be a CPF', () => {
    expect(parseCpf('12.AHD.345/0001-98')).toBe('12345000198');
    expect(parseTaxId('12.AHD.345/0001-98')).toBe('12AHD345000198');
    fc.assert(
      fc.property(cnpjBody.filter(notAllTheSame), (body) => {
        expect(parseTaxId(body + cnpjEnding(body))).toBe(body + cnpjEnding(body));
      }),
    );
  });

  it('takes no foreign letter for one of its own', () => {
    expect(parseCnpj('12.IBC.345/01DE-10')).not.toBeNull();
    expect(parseCnpj('12.ıBC.345/01DE-10')).toBeNull();
  });

  it('looks right on every keystroke before the eleventh digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }).chain(digits), (typed) => {
        expect(taxIdLooksRight(typed)).toBe(true);
        expect(taxIdLooksRight(typed.split('').join('.'))).toBe(true);
      }),
    );
  });

  it('looks right from eleven digits on exactly when it is valid', () => {
    fc.assert(
      fc.property(fc.oneof(validNumeric, fc.integer({ min: 11, max: 20 }).chain(digits)), (typed) => {
        expect(taxIdLooksRight(typed)).toBe(parseTaxId(typed) !== null);
      }),
    );
  });

  it('looks right while the official alphanumeric example is typed, and wrong with its last digit changed', () => {
    const typed = '12.ABC.345/01DE-35';
    for (let length = 0; length <= typed.length; length++) {
      expect(taxIdLooksRight(typed.slice(0, length))).toBe(true);
    }
    expect(taxIdLooksRight('12.ABC.345/01DE-36')).toBe(false);
  });
});

// Helpers

function linesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`../../fixtures/${name}.txt`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

const notAllTheSame = (text: string) => new Set(text).size > 1;
const endings = Array.from({ length: 100 }, (_, ending) => String(ending).padStart(2, '0'));
const words = fc.constantFrom('CPF', 'CNPJ', 'doc', 'nº');

/** The weights as the Receita Federal prints them, from the left. */
const checkDigit = (body: string, weights: readonly number[]): string => {
  const sum = weights.reduce((total, weight, index) => total + weight * (body.charCodeAt(index) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
};

const cpfEnding = (body: string): string => {
  const first = checkDigit(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + checkDigit(body + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
};

const cnpjEnding = (body: string): string => {
  const first = checkDigit(body, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + checkDigit(body + first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
};

const validNumeric = fc.oneof(
  digits(9)
    .filter(notAllTheSame)
    .map((body) => body + cpfEnding(body)),
  digits(12)
    .filter(notAllTheSame)
    .map((body) => body + cnpjEnding(body)),
);
