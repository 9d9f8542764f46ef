import { clean } from '#core/domain/text.ts';

const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufff9-\ufffb]/g;

/** A block's text as it is kept: clean, without invisible marks, spaces collapsed, line breaks single. */
export const tidy = (text: string): string =>
  clean(clean(text).replace(invisible, ''))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();

/** Cells of one table line, side by side. An empty one keeps its place, except at the end. */
export const rowOf = (cells: readonly string[]): string =>
  cells
    .map((cell) => tidy(cell).replace(/\n/g, ' '))
    .join(' | ')
    .replace(/ {2,}/g, ' ')
    .replace(/( \| *)+$/, '')
    .trim();

/** Portuguese compounds whose hyphen stays when a line ends on it: "segunda-feira", "avise-nos". */
const keepsHyphen = /^(feiras?|me|te|se|lhes?|n?[oa]s?|l[oa]s?|vos|chuva|roupa|fios?|volta)(?!\p{L})/iu;

/** Two lines of one paragraph as one text; a word divided at the line's end becomes whole again. */
export const joined = (above: string, below: string, between: ' ' | '\n' = ' '): string => {
  if (/\p{L}\u00ad$/u.test(above)) return above.slice(0, -1) + below;
  if (!/\p{L}[-\u2010]$/u.test(above) || !/^\p{Ll}/u.test(below)) return above + between + below;
  return (keepsHyphen.test(below) ? above : above.slice(0, -1)) + below;
};
