import { clean, wordsOf } from './text.ts';

export const keywordBounds = { count: 10, length: 60 } as const;

/**
 * Keywords as an owner types them: words or phrases, with commas between. Null when there is none among them, too many,
 * or one that is too long. Said twice is said once, in the first spelling.
 */
export const parseKeywords = (typed: string): readonly string[] | null => {
  const spelled = clean(typed)
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => wordsOf(part).length > 0);
  const names = spelled.map((part) => wordsOf(part).join(' '));
  const once = spelled.filter((_, n) => names.indexOf(names[n] ?? '') === n);
  const fits = once.length > 0 && once.length <= keywordBounds.count;
  return fits && once.every((part) => part.length <= keywordBounds.length) ? once : null;
};

/** Whatever waits for keywords: a file, a service. */
export type Listening = { readonly id: number; readonly keywords: readonly string[] };

export type KeywordMatch = {
  /** All that wait for the keyword that won, in their order. */
  readonly ids: readonly number[];
  readonly keyword: string;
  /** Something else was said, too. */
  readonly more: boolean;
};

/**
 * Keywords match as whole words next to each other, whatever their case and accents; a longer one wins over a shorter one,
 * so that `tabela de preços` is not taken for `tabela`.
 */
export const matchKeyword = (message: string, listening: readonly Listening[]): KeywordMatch | null => {
  const said = wordsOf(message);
  const heard = listening.flatMap(({ id, keywords }) =>
    keywords.map((keyword) => ({ id, keyword, words: wordsOf(keyword) })),
  );
  const found = heard.filter(({ words }) => placeIn(said, words) >= 0);
  const [winner] = found.toSorted((one, other) => lengthOf(other.words) - lengthOf(one.words));
  if (!winner) return null;
  const name = winner.words.join(' ');
  const ids = found.filter(({ words }) => words.join(' ') === name).map(({ id }) => id);
  return { ids: [...new Set(ids)], keyword: winner.keyword, more: saysMore(said, winner.words) };
};

/** Words first: of two phrases with as many, the one with more letters. */
const lengthOf = (words: readonly string[]): number => words.length * 1_000 + words.join('').length;

const placeIn = (said: readonly string[], words: readonly string[]): number =>
  words.length === 0 ? -1 : said.findIndex((_, start) => standAt(said, start, words));

const standAt = (said: readonly string[], start: number, words: readonly string[]): boolean =>
  words.every((word, i) => said[start + i] === word);

/** Whether anything is said beside these words, however often they are. */
const saysMore = (said: readonly string[], words: readonly string[]): boolean => {
  for (let at = 0; at < said.length; at += words.length) {
    if (!standAt(said, at, words)) return true;
  }
  return false;
};
