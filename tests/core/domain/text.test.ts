import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cut, folded, wordsOf } from '#core/domain/text.ts';
import { anyText, portuguese } from '#tests/support/arbitraries.ts';

describe('folding', () => {
  it('makes what people mean alike look alike', () => {
    expect(folded('PROMOÇÃO de Verão')).toBe('promocao de verao');
    expect(folded('Fecha às 18h?')).toBe(folded('fecha as 18H?'));
  });

  it('overlooks case, accents and how the accents were typed', () => {
    fc.assert(
      fc.property(portuguese, (text) => {
        const same = [text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), withoutAccents(text)];
        for (const spelling of same) expect(folded(spelling)).toBe(folded(text));
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
      }),
    );
  });
});

describe('the words of a text', () => {
  it('are parted by punctuation, and numbers are words', () => {
    expect(wordsOf('Olá! Qual o preço do "corte+barba" às 18h30?')).toEqual(
      'ola qual o preco do corte barba as 18h30'.split(' '),
    );
    expect(wordsOf('?! … 😀')).toEqual([]);
  });

  it('are the same however they are put together again', () => {
    fc.assert(
      fc.property(portuguese, fc.constantFrom(' ', ', ', '\n', ' – '), (text, between) => {
        expect(wordsOf(wordsOf(text).join(between))).toEqual(wordsOf(text));
      }),
    );
  });
});

describe('cleaning', () => {
  it('keeps line breaks and tabs, and takes out what cannot be stored', () => {
    expect(clean('  Corte\u0000 R$ 40\r\nBarba\tR$ 30\u0007\r ')).toBe('Corte R$ 40\nBarba\tR$ 30');
    expect(clean('oi \ud83d')).toBe('oi \ufffd');
  });

  it('composes letters that a control character held apart', () => {
    expect(clean('cafe\u0000\u0301')).toBe('café');
  });

  it('leaves no control character, no half surrogate and no blank at the ends', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = clean(text);
        expect(cleaned).not.toMatch(/(?![\n\t])\p{Cc}/u);
        expect(cleaned.isWellFormed()).toBe(true);
        expect(cleaned).toBe(cleaned.trim());
        expect(cleaned).toBe(cleaned.normalize('NFC'));
      }),
      { numRuns: 500 },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(clean(clean(text))).toBe(clean(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves an ordinary sentence as it was typed', () => {
    fc.assert(
      fc.property(portuguese, (text) => {
        expect(clean(text)).toBe(text.trim());
      }),
    );
  });
});

describe('cutting', () => {
  it('keeps an emoji whole or leaves it out', () => {
    expect(cut('Salão 💇', 8)).toBe('Salão 💇');
    expect(cut('Salão 💇', 7)).toBe('Salão ');
  });

  it('gives the longest beginning that fits and is well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 20 }), (text, max) => {
        const start = cut(text, max);
        expect(text.startsWith(start)).toBe(true);
        expect(start.isWellFormed()).toBe(true);
        expect(start.length).toBeLessThanOrEqual(max);
        expect(start.length).toBeGreaterThanOrEqual(Math.min(text.length, max - 1));
      }),
    );
  });
});

// Helpers

const plain: Readonly<Record<string, string>> = Object.fromEntries(
  ['aáâã', 'àa', 'eéê', 'ií', 'oóôõ', 'uúü', 'cç', 'AÁÂÃ', 'EÉÊ', 'IÍ', 'OÓÕ', 'UÚ', 'CÇ'].flatMap((alike) =>
    [...alike].map((letter) => [letter, alike.replace(/[^a-zA-Z]/g, '')]),
  ),
);

/** Letter by letter, as somebody types who cannot find the accents. */
const withoutAccents = (text: string): string => [...text].map((letter) => plain[letter] ?? letter).join('');
