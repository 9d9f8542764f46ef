import { newStemmer } from 'snowball-stemmers';
import { folded } from '#core/domain/text.ts';
import type { Mark } from './colloquial.pt-br.ts';

/** One word as it was written, folded. Equal stems have one number. */
export type Word = {
  readonly text: string;
  readonly stem: number;
  readonly stemText: string;
  readonly letters: number;
};

/**
 * Words that indexes share: stemming one takes longer than looking for it in all of them. Numbers mean nothing outside
 * the lexicon that gave them.
 */
export type Lexicon = {
  readonly word: (text: string) => Word;
  /** The number of a stem that some indexed word has. */
  readonly stemNumber: (stem: string) => number | undefined;
  readonly size: () => number;
};

export const openLexicon = (): Lexicon => {
  const words = new Map<string, Word>();
  const stems = new Map<string, number>();
  const numberOf = (stem: string) => {
    const number = stems.get(stem) ?? stems.size;
    stems.set(stem, number);
    return number;
  };
  const made = (text: string) => {
    const stemText = stemOf(text);
    const word = { text, stem: numberOf(stemText), stemText, letters: lettersOf(text) };
    words.set(text, word);
    return word;
  };
  return {
    word: (text) => words.get(text) ?? made(text),
    stemNumber: (stem) => stems.get(stem),
    size: () => words.size,
  };
};

const stemmer = newStemmer('portuguese');

/**
 * The stem of a folded word. Customers leave accents out, so they may not matter: those that the stemmer goes by are put
 * back first, and what it knows nothing of (`pães`, `papéis`, `unhas`) is brought to its singular; `paguei` is as `pagar`.
 */
export const stemOf = (word: string): string => {
  const known = stemsKnown.get(word);
  if (known !== undefined) return known;
  if (stemsKnown.size >= mostKnown) stemsKnown.clear();
  const stem = stemmed(word);
  stemsKnown.set(word, stem);
  return stem;
};

/** The stemmer takes some 25 µs for a word. */
const stemsKnown = new Map<string, string>();
const mostKnown = 20_000;

const stemmed = (word: string): string => {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let plain = word
    .replace(/(?:aes|oes|aos)$/, 'ao')
    .replace(/(?<=..[aeou])is$/, 'l')
    .replace(/ns$/, 'm')
    .replace(/(?<=[^s])s$/, '');
  for (const [ending, accented] of endings) {
    if (plain.endsWith(ending)) {
      plain = plain.slice(0, -ending.length) + accented;
      break;
    }
  }
  return folded(stemmer.stem(plain))
    .replace(/(?<=...)[aeo]m?$/, '')
    .replace(/(?<=..)qu?$/, 'c')
    .replace(/(?<=..)gu$/, 'g');
};

const endings = [
  ['acao', 'ação'],
  ['ucao', 'ução'],
  ['cao', 'ção'],
  ['encia', 'ência'],
  ['ancia', 'ância'],
  ['avel', 'ável'],
  ['ivel', 'ível'],
  ['logia', 'logía'],
] as const;

/** A bit for each letter, so that most words are known to be far apart without being compared. */
export const lettersOf = (word: string): number => {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
};

/** A word or figure, folded, and what it is marked as wherever it stands. */
export type Token = { readonly text: string; readonly mark: Mark | null };

const pieces =
  /(?:r\$\s*)?(?:\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:,\d{1,2})?)(?:\s*(?:hs|hrs|horas?|h)(?!\p{L})\s?(?:\d{2}(?!\d))?|:\d{2}(?!\d)|\s+reais(?!\p{L}))?|wi-fi|\p{L}+/gu;

const figure = /^(r\$\s*)?([\d.,]+)(?:(\s*h\p{L}*)\s?(\d{2})?|:(\d{2})|\s+(reais))?$/u;

/**
 * The words and figures of a text. `R$ 45,00` and `45 reais` are one price, `8h30`, `8:30` and `08h30` are one time, `5kg`
 * is a figure and a word.
 */
export const tokensOf = (text: string): readonly Token[] =>
  (text.normalize('NFC').toLowerCase().match(pieces) ?? []).map(tokenOf);

const tokenOf = (piece: string): Token => wordsKnown.get(piece) ?? made(piece);

/** Words come again and again; taking their accents off takes longer than looking them up. */
const wordsKnown = new Map<string, Token>();

const made = (piece: string): Token => {
  const token = figureIn(piece) ?? { text: piece === 'wi-fi' ? 'wifi' : folded(piece), mark: null };
  if (wordsKnown.size >= mostKnown) wordsKnown.clear();
  wordsKnown.set(piece, token);
  return token;
};

const figureIn = (piece: string): Token | null => {
  const [found, money, amount = '', hour, minutes, clock, reais] = figure.exec(piece) ?? [];
  if (found === undefined) return null;
  if (hour !== undefined || clock !== undefined) {
    const past = minutes ?? clock ?? '00';
    return { text: `${Number.parseInt(amount, 10)}h${past === '00' ? '' : past}`, mark: '@' };
  }
  const plain = amount
    .replaceAll('.', '')
    .replace(/,00?$/, '')
    .replace(/^0+(?=\d)/, '');
  return { text: plain, mark: money !== undefined || reais !== undefined ? '$' : null };
};
