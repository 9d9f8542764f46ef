import { clean } from './text.ts';

/**
 * Somebody else's text, fit to stand inside ours: without characters that nobody sees, without the marks that
 * close our delimiters (`<<<`, `>>>`), and without the tokens with which open models mark a change of speaker
 * (`<|im_start|>`, `<start_of_turn>`, `[INST]`). Prices, smileys and `a < b` stay as they were.
 */
export const disarmed = (text: string): string =>
  visible(clean(text))
    .replaceAll(/<(?=[<|/\p{L}_!])/gu, '‹')
    .replaceAll(/>(?=>)|(?<=\|)>/g, '›')
    .replaceAll(/\[(\/?)(INST|SYS)\]/gi, '($1$2)');

/** Without what is written but not seen: directions, zero widths, tags; the joiner inside an emoji stays. */
export const visible = (text: string): string =>
  text.replaceAll(/(?!\u200d)\p{Cf}|[\u0080-\u009f]|(?<!\p{Emoji}|\ufe0f)\u200d/gu, '');

/** The first `max` characters at most; a pair of surrogates is not torn apart. */
export const cutAt = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const torn = /[\ud800-\udbff]/.test(text.charAt(max - 1));
  return text.slice(0, torn ? max - 1 : max);
};
