/** Lower case without accents, so that `Fecha às 18h?` and `fecha as 18H` compare as one. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The words of a text, folded; digits count as words, punctuation separates. */
export const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * What a person typed, made storable: composed form, no control characters but line breaks and tabs,
 * no half surrogates (PostgreSQL refuses NUL, JSON tears halves apart). Cleaning twice changes nothing more, which
 * is why the composing comes after the taking out.
 */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC')
    .trim();

/** At most `max` UTF-16 units from the start, never half a surrogate pair. */
export const cut = (text: string, max: number): string => {
  const start = text.slice(0, max);
  return text.length > max ? start.replace(/[\ud800-\udbff]$/, '') : start;
};
