import { newStemmer } from 'snowball-stemmers';
import { folded, wordsOf } from '#core/domain/text.ts';
import { dayNames, longForms, passedOver, sameThing } from './vocabulary.pt-br.ts';

const stemmer = newStemmer('portuguese');

/** Irregular endings first, which the stemmer takes for words of their own: `pães`, `cartões`, `mensais`. */
const stemOf = (word: string): string =>
  stemmer.stem(word.replace(/(?:aes|oes|aos)$/, 'ao').replace(/ais$/, 'al'));

const groups = new Map(
  sameThing.flatMap(([first = '', ...rest]) => rest.map((word) => [stemOf(word), stemOf(first)])),
);

/** What a word stands for: its stem, or that of the word which means the same to a customer. */
export const conceptOf = (word: string): string => {
  const stem = stemOf(word);
  return groups.get(stem) ?? stem;
};

/** Folded words with abbreviations written out; `Wi-Fi` is one. */
export const plainWords = (text: string): readonly string[] =>
  wordsOf(text.replaceAll(/wi-fi/gi, 'wifi')).flatMap((word) => longForms[word]?.split(' ') ?? [word]);

/** Words to look for: without those that carry nothing, without figures and days, which are compared apart. */
export const contentWords = (words: readonly string[]): readonly string[] =>
  words.filter(
    (word) => !passedOver.has(word) && !figure.test(word) && !dayNames.some((day) => day.test(word)),
  );

const figure = /^\d+(h\d*|x|km|hs|hrs)?$/;

export const conceptsIn = (text: string): ReadonlySet<string> =>
  new Set(contentWords(plainWords(text)).map(conceptOf));

/** Folded, one space between words, punctuation kept: what the patterns of the vocabulary look at. */
export const flat = (text: string): string => folded(text).replaceAll(/\s+/g, ' ').trim();

/** The known word that somebody meant: one letter off from five letters on, two from eight; the first is right. */
export const meant = (word: string, known: Iterable<string>): string | null => {
  const reach = word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0;
  let best: string | null = null;
  let nearest = reach + 1;
  for (const candidate of known) {
    if (candidate[0] !== word[0] || candidate.length < 4) continue;
    if (Math.abs(candidate.length - word.length) >= nearest) continue;
    const distance = lettersApart(word, candidate);
    if (distance < nearest) [best, nearest] = [candidate, distance];
  }
  return best;
};

/** Letters to add, drop, change or swap with their neighbour. */
const lettersApart = (a: string, b: string): number => {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
};
