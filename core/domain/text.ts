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
 * no half surrogates (PostgreSQL refuses NUL, JSON tears halves apart).
 */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .trim();
