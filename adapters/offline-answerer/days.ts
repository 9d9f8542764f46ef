import { dayNames, daySpans } from './vocabulary.pt-br.ts';
import { flat } from './words.ts';

export const holiday = 7;

const dayOf = (word: string): number => dayNames.findIndex((name) => name.test(word));

/** The days a text speaks of, 0 for Sunday to 6 for Saturday and 7 for holidays; `terça a sexta` is four. */
export const daysIn = (text: string): ReadonlySet<number> => {
  const days = new Set<number>();
  const plain = flat(text).replaceAll(/-feiras?\b/g, '');
  for (const [span, all] of daySpans) if (span.test(plain)) for (const day of all) days.add(day);
  const words = plain.match(/[\p{L}]+|[/]/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const first = dayOf(word);
    if (first < 0) continue;
    const last = dayOf(words[at + 2] ?? '');
    const joined = /^(a|ate|as|ao)$/.test(words[at + 1] ?? '');
    if (joined && last >= 0) for (const day of span(first, last)) days.add(day);
    else if (word.length > 3 || /^(sab|dom)$/.test(word) || isList(words, at)) days.add(first);
  }
  return days;
};

/** `seg`, `ter`, `qua` alone may be other words; beside another day they are days. */
const isList = (words: readonly string[], at: number): boolean =>
  [at - 2, at - 1, at + 1, at + 2].some((beside) => dayOf(words[beside] ?? '') >= 0);

const span = (first: number, last: number): readonly number[] => {
  if (first === holiday || last === holiday) return [first, last];
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, i) => (first + i) % 7);
};
