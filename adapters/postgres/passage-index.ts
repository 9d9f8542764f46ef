import { bm25, type Postings } from '#core/domain/ranking.ts';
import { lettersApart, reachOf } from '#core/domain/spelling.ts';
import { asksFor, longForms, type Mark, ordinary, sameThing } from './colloquial.pt-br.ts';
import { type Lexicon, lettersOf, stemOf, tokensOf, type Word } from './lexicon.ts';

export type Indexed = {
  readonly id: number;
  readonly documentName: string;
  readonly headings: readonly string[];
  readonly text: string;
};

/** All that one agent's passages say, word by word, in as few bytes as that takes: many agents have to fit in memory. */
export type PassageIndex = {
  readonly lexicon: Lexicon;
  readonly ids: Float64Array;
  /** In words. */
  readonly lengths: Float32Array;
  /** Numbers of stems, growing; the postings of the n-th lie from `starts[n]` to `starts[n + 1]`. */
  readonly stems: Uint32Array;
  readonly starts: Uint32Array;
  readonly passages: Uint32Array;
  readonly times: Float32Array;
  /** Each word once, as it was written: what a misspelt one is compared with. */
  readonly words: readonly Word[];
  readonly bytes: number;
};

/** What a word counts where it stands. */
const counts = { text: 1, heading: 1.5, name: 0.4 } as const;

/** Passages that are read between two breaths: nobody else should wait for a document of 300 pages. */
const inOneGo = 100;

export const indexOf = async (
  rows: readonly Indexed[],
  lexicon: Lexicon,
  breathe: () => Promise<unknown>,
): Promise<PassageIndex> => {
  const postings = new Map<number, { passages: number[]; times: number[] }>();
  const words = new Set<Word>();
  const lengths = new Float32Array(rows.length);
  for (const [passage, { text, headings, documentName }] of rows.entries()) {
    if (passage % inOneGo === inOneGo - 1) await breathe();
    const heard = new Map<number, number>();
    const hear = (said: string, count: number) => {
      for (const token of tokensOf(said)) {
        const word = lexicon.word(token.text);
        heard.set(word.stem, (heard.get(word.stem) ?? 0) + count);
        if (reachOf(word.text) > 0) words.add(word);
        if (token.mark) heard.set(lexicon.word(token.mark).stem, 1);
        lengths[passage] = (lengths[passage] ?? 0) + count;
      }
    };
    hear(text, counts.text);
    for (const heading of headings) hear(heading, counts.heading);
    hear(documentName.replace(/\.\w+$/, ''), counts.name);
    for (const [stem, times] of heard) {
      const list = postings.get(stem) ?? { passages: [], times: [] };
      list.passages.push(passage);
      list.times.push(times);
      postings.set(stem, list);
    }
  }
  return compact(rows, lengths, postings, [...words], lexicon);
};

const compact = (
  rows: readonly Indexed[],
  lengths: Float32Array,
  postings: ReadonlyMap<number, { readonly passages: readonly number[]; readonly times: readonly number[] }>,
  words: readonly Word[],
  lexicon: Lexicon,
): PassageIndex => {
  const inOrder = [...postings].sort(([a], [b]) => a - b);
  const total = inOrder.reduce((sum, [, { passages }]) => sum + passages.length, 0);
  const starts = new Uint32Array(inOrder.length + 1);
  const [passages, times] = [new Uint32Array(total), new Float32Array(total)];
  let at = 0;
  for (const [n, [, list]] of inOrder.entries()) {
    passages.set(list.passages, at);
    times.set(list.times, at);
    at += list.passages.length;
    starts[n + 1] = at;
  }
  return {
    lexicon,
    ids: Float64Array.from(rows, ({ id }) => id),
    lengths,
    stems: Uint32Array.from(inOrder, ([stem]) => stem),
    starts,
    passages,
    times,
    words,
    bytes: 1_000 + rows.length * 12 + inOrder.length * 8 + total * 8 + words.length * 8,
  };
};

export type Hit = { readonly id: number; readonly score: number };

/** Best first. */
export const search = (index: PassageIndex, question: string, limit: number): readonly Hit[] => {
  const asked = askedIn(question, index);
  const strong = holders(asked, 'content', 'time');
  const enough = strong ?? holders(asked, 'price') ?? null;
  return bm25(
    asked.flatMap(({ postings }) => postings),
    index.lengths,
  )
    .filter(({ passage }) => enough === null || enough.has(passage))
    .slice(0, limit)
    .map(({ passage, score }) => ({ id: index.ids[passage] ?? 0, score }));
};

/** `ordinary` words say nothing of what is asked, and one that asks for a price does not say of what. */
type Asked = {
  readonly kind: 'content' | 'time' | 'price' | 'ordinary';
  readonly postings: readonly Postings[];
};

/** Passages that hold any of these words; null when the question has none. */
const holders = (asked: readonly Asked[], ...kinds: readonly Asked['kind'][]): ReadonlySet<number> | null => {
  const some = asked.filter(({ kind }) => kinds.includes(kind));
  if (some.length === 0) return null;
  return new Set(some.flatMap(({ postings }) => postings.flatMap(({ passages }) => Array.from(passages))));
};

const weights = { ordinary: 0.08, mark: 0.6, same: 0.45, nearer: 0.8, near: 0.6 } as const;

const askedIn = (question: string, index: PassageIndex): readonly Asked[] => {
  const texts = tokensOf(question).flatMap(({ text }) => longForms[text]?.split(' ') ?? [text]);
  const asked = [...new Set(texts)].map((text) => askedBy(text, index));
  // Each price and each time word asks for the same mark; once is enough.
  const marks = (['$', '@'] as const).filter((mark) => texts.some((text) => asksFor[mark].has(text)));
  return [
    ...asked,
    ...marks.map(
      (mark): Asked => ({
        kind: mark === '$' ? 'price' : 'time',
        postings: postingsOf(index, mark, weights.mark),
      }),
    ),
  ];
};

const markOf = (text: string): Mark | undefined =>
  (['$', '@'] as const).find((mark) => asksFor[mark].has(text));

const askedBy = (text: string, index: PassageIndex): Asked => {
  if (ordinary.has(text))
    return { kind: 'ordinary', postings: postingsOf(index, stemOf(text), weights.ordinary) };
  const mark = markOf(text);
  const stem = stemOf(text);
  const known = postingsOf(index, stem, 1);
  const same = [...(alike.get(stem) ?? [])].flatMap((other) =>
    postingsOf(index, other, known.length > 0 ? weights.same : weights.nearer),
  );
  const found = [...known, ...same];
  if (mark) return { kind: mark === '$' ? 'price' : 'time', postings: found };
  return { kind: 'content', postings: found.length > 0 ? found : misspelt(text, index) };
};

/** Stems of the words that mean the same as the one with this stem. */
const alike: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const all = new Map<string, Set<string>>();
  for (const group of sameThing) {
    const stems = new Set(group.map(stemOf));
    for (const stem of stems) {
      const others = [...stems].filter((other) => other !== stem);
      all.set(stem, new Set([...(all.get(stem) ?? []), ...others]));
    }
  }
  return all;
})();

/** What somebody meant who wrote a word that none of the passages has: a small thing, or the words nearest to it. */
const misspelt = (text: string, index: PassageIndex): readonly Postings[] => {
  const large = text.replace(/(?:z?inh[oa]s?|z?ao)$/, '');
  const grown = large.length > 2 && large !== text ? ['o', 'a', ''].map((end) => stemOf(large + end)) : [];
  const small = [...new Set(grown)].flatMap((stem) => postingsOf(index, stem, weights.nearer));
  if (small.length > 0) return small;
  const { words, weight } = nearestTo(text, index.words);
  const stems = [...new Set(words.map(({ stem }) => stem))];
  return stems.flatMap((stem) => postingsAt(index, stem, weight / stems.length ** 0.5));
};

const mostNearest = 4;

type Near = { readonly words: readonly Word[]; readonly weight: number };

/** Words that begin with it, as `nutri` for `nutricionista`, or that are the fewest letters away in full or by their stems. */
const nearestTo = (text: string, words: readonly Word[]): Near => {
  const most = reachOf(text);
  if (most === 0) return { words: [], weight: 0 };
  const begun = words.filter((word) => word.text.startsWith(text));
  if (begun.length > 0) return { words: begun.slice(0, mostNearest), weight: weights.near };
  const asked = { text, stem: stemOf(text), letters: lettersOf(text) };
  let distance = most;
  let nearest: Word[] = [];
  for (const word of words) {
    const apart = apartFrom(asked, word, distance);
    if (apart > distance) continue;
    if (apart < distance) nearest = [];
    distance = apart;
    nearest.push(word);
  }
  const sameStart = nearest.filter((word) => word.text[0] === text[0]);
  return {
    words: (sameStart.length > 0 ? sameStart : nearest).slice(0, mostNearest),
    weight: distance <= 1 ? weights.nearer : weights.near,
  };
};

/** Shorter ones are a letter away from too many others: `carro` is no `cartão`. */
const shortestStem = 5;

type Misspelt = { readonly text: string; readonly stem: string; readonly letters: number };

const apartFrom = ({ text, stem, letters }: Misspelt, word: Word, most: number): number => {
  // An ending changes letters too, so stems are compared even where whole words are far apart.
  if (bitsOf(word.letters ^ letters) > 2 * most + 2) return most + 1;
  const whole = lettersApart(text, word.text, most);
  if (stem.length < shortestStem) return whole;
  return Math.min(whole, lettersApart(stem, word.stemText, 1) > 1 ? most + 1 : 1);
};

const bitsOf = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
};

const postingsOf = (index: PassageIndex, stem: string, weight: number): readonly Postings[] => {
  const number = index.lexicon.stemNumber(stem);
  return number === undefined ? [] : postingsAt(index, number, weight);
};

const postingsAt = ({ stems, starts, passages, times }: PassageIndex, stem: number, weight: number) => {
  const at = placeOf(stem, stems);
  if (stems[at] !== stem) return [];
  const [from, to] = [starts[at], starts[at + 1]];
  return [{ weight, passages: passages.subarray(from, to), times: times.subarray(from, to) }];
};

const placeOf = (stem: number, stems: Uint32Array): number => {
  let [low, high] = [0, stems.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stems[middle] ?? 0) < stem) low = middle + 1;
    else high = middle;
  }
  return low;
};
