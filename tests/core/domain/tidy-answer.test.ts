import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptBounds } from '#core/domain/prompt.ts';
import { tidyAnswer } from '#core/domain/tidy-answer.ts';

describe('tidyAnswer', () => {
  it.each([
    ['**Corte**: R$ 50', '*Corte*: R$ 50'],
    ['## Nossos preços\n* Corte: R$ 50\n* Escova: R$ 60', '*Nossos preços*\n- Corte: R$ 50\n- Escova: R$ 60'],
    ['Veja [nosso site](https://bela.com.br/a).', 'Veja nosso site: https://bela.com.br/a.'],
    ['[https://bela.com.br](https://bela.com.br)', 'https://bela.com.br'],
    ['```\nPix: 11999990000\n```', 'Pix: 11999990000'],
    ['Sim!\u0000\u200b\u202e Até as 18h.\n\n\n\nTe espero', 'Sim! Até as 18h.\n\nTe espero'],
    ['Um *negrito* e _itálico_ do WhatsApp ficam', 'Um *negrito* e _itálico_ do WhatsApp ficam'],
    ['5 * 3 = 15 e snake_case_name', '5 * 3 = 15 e snake_case_name'],
  ])('writes %j as %j', (text, tidy) => {
    expect(tidyAnswer(text)).toBe(tidy);
  });

  it('ends at a sentence where it is too long, and at a word where there is no sentence', () => {
    expect(tidyAnswer('Abrimos às 9h. '.repeat(200))).toMatch(/Abrimos às 9h\.$/);
    expect(tidyAnswer('abrimos '.repeat(400))).toMatch(/ abrimos$/);
    expect(tidyAnswer('a'.repeat(4_000))).toHaveLength(promptBounds.answerCharacters);
  });

  it('is always short, well formed and free of control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 400 }), (text, times) => {
        const tidy = tidyAnswer(text.repeat(times));
        expect(tidy.length).toBeLessThanOrEqual(promptBounds.answerCharacters);
        expect(tidy.isWellFormed()).toBe(true);
        expect(tidy).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });
});
