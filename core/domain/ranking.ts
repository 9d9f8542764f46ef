import type { Passage } from './passage.ts';

/** Where one word of the question stands: passages by number, and how often in each. */
export type Postings = {
  /** How much the word counts beside the others of the question. */
  readonly weight: number;
  readonly passages: ArrayLike<number>;
  readonly times: ArrayLike<number>;
};

export type Ranked = { readonly passage: number; readonly score: number };

/** How soon one more occurrence stops to matter, and how much a long passage is held against it. */
const bend = { times: 1.2, length: 0.6 } as const;

/** Passages that hold any of the words, best first; of equals the earlier one. Lengths are in words. */
export const bm25 = (words: readonly Postings[], lengths: ArrayLike<number>): readonly Ranked[] => {
  let all = 0;
  for (let at = 0; at < lengths.length; at++) all += lengths[at] ?? 0;
  const usual = all / lengths.length || 1;
  const scores = new Map<number, number>();
  for (const { weight, passages, times } of words) {
    const worth = weight * rarity(passages.length, lengths.length);
    for (let at = 0; at < passages.length; at++) {
      const passage = passages[at] ?? 0;
      const often = times[at] ?? 0;
      const long = 1 - bend.length + (bend.length * (lengths[passage] ?? 0)) / usual;
      const gain = (worth * often * (bend.times + 1)) / (often + bend.times * long);
      scores.set(passage, (scores.get(passage) ?? 0) + gain);
    }
  }
  return bestFirst(scores);
};

/** How much a word tells that stands in `holding` of `all` passages; never less than nothing. */
export const rarity = (holding: number, all: number): number =>
  Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

/** Keeps the first places from deciding alone. */
const patience = 20;

/** One ranking of several, in which only places count: scores of different kinds do not compare. At most 1. */
export const fuse = (rankings: readonly (readonly number[])[]): readonly Ranked[] => {
  const places = new Map<number, number[]>();
  for (const ranking of rankings) {
    for (const [place, passage] of [...new Set(ranking)].entries()) {
      places.set(passage, [...(places.get(passage) ?? []), (patience + 1) / (patience + 1 + place)]);
    }
  }
  // Added smallest first, so that the order of the rankings cannot show in the last digit.
  const scores = [...places].map(([passage, gains]) => {
    const sum = gains.sort((a, b) => a - b).reduce((total, gain) => total + gain, 0);
    return [passage, sum / rankings.length] as const;
  });
  return bestFirst(new Map(scores));
};

const bestFirst = (scores: ReadonlyMap<number, number>): readonly Ranked[] =>
  [...scores]
    .map(([passage, score]) => ({ passage, score }))
    .sort((a, b) => b.score - a.score || a.passage - b.passage);

type Told = Pick<Passage, 'text' | 'headings'>;

/** What telling a passage takes. */
export const charactersOf = ({ text, headings }: Told): number =>
  headings.reduce((sum, heading) => sum + heading.length, text.length);

/** The best that fit together; one that is too long for what is left makes room for the next. */
export const withinBudget = <P extends Told>(passages: readonly P[], characters: number): readonly P[] => {
  let left = characters;
  return passages.filter((passage) => {
    const takes = charactersOf(passage);
    if (takes > left) return false;
    left -= takes;
    return true;
  });
};
