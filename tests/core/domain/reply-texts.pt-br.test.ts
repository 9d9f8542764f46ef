import { describe, expect, it } from 'vitest';
import { apologyText, dontKnowText, fixedTexts, holdOnText } from '#core/domain/reply-texts.pt-br.ts';

describe('what customers read when no model wrote it', () => {
  it('asks to write where audio cannot be heard, in the words of the contract', () => {
    expect(fixedTexts['cannot-hear']).toBe('Ainda não consigo ouvir áudios. Pode escrever, por favor?');
  });

  it('is a different, finished sentence for every case', () => {
    const texts = [...Object.values(fixedTexts), apologyText, dontKnowText, holdOnText];
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.+[.?!]$/u);
  });
});
