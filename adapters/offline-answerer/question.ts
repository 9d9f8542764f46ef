import { cutAt } from '#core/domain/disarm.ts';
import { dateIn } from '#core/domain/time.ts';
import { daysIn } from './days.ts';
import type { Cut } from './pieces.ts';
import type { TopicName } from './vocabulary.pt-br.ts';
import { passedOver, sameThing, small, topics, turnsOfPhrase } from './vocabulary.pt-br.ts';
import { conceptOf, contentWords, flat, meant, plainWords } from './words.ts';

/** What somebody wants to know, in the words of the owner's text. */
export type Question = {
  readonly text: string;
  readonly topic: TopicName | null;
  /** Concepts that the text knows. */
  readonly content: readonly string[];
  /** How many words to look for the text does not know. */
  readonly unknown: number;
  readonly days: ReadonlySet<number>;
  /** What was spoken of before, for a question that goes on from there. */
  readonly context: readonly string[];
};

export type Setting = {
  readonly cut: Cut;
  readonly names: readonly string[];
  readonly now: Date;
  readonly zone: string;
};

const longest = 500;

/** The questions in one message: its lines, and what ends in a question mark. */
export const questionsIn = (text: string): readonly string[] =>
  text
    .split(/\n+|(?<=[?!])\s+|(?<=\?)/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => cutAt(part, longest));

/** Reads one question. `before` is what the same customer asked before it. */
export const understand = (
  text: string,
  { cut, names, now, zone }: Setting,
  before: Question | null,
): Question => {
  const words = corrected(plainWords(withoutNames(text, names)), cut);
  const plain = words.join(' ');
  const named = daysIn(plain);
  const asked = topicOf(words, plain);
  const goesOn = small.followUp.test(plain) && before !== null;
  const topic = asked ?? (goesOn ? before.topic : null) ?? (named.size > 0 ? 'hours' : null);
  const asks = topics.find(({ name }) => name === topic)?.asks ?? [];
  const concepts = contentWords(words)
    .filter((word) => !asks.includes(word))
    .map(conceptOf);
  const content = [...new Set(concepts.filter((concept) => cut.concepts.has(concept)))];
  const unknown = new Set(concepts.filter((concept) => !cut.concepts.has(concept))).size;
  const bare =
    content.length === 0 && unknown === 0 && before !== null && !/\b(precos|valores|tabela)\b/.test(plain);
  const inherits = bare && (goesOn || topic === 'price');
  return {
    text,
    topic,
    content: inherits ? before.content : content,
    unknown: inherits ? before.unknown : unknown,
    days: topic === 'hours' ? new Set([...named, ...relativeDays(plain, now, zone)]) : named,
    context: goesOn ? [...content, ...before.context] : content,
  };
};

const withoutNames = (text: string, names: readonly string[]): string => {
  const plain = `${flat(text).replaceAll(/[^\p{L}\p{N}?]+/gu, ' ')} `;
  const greeted = plain.replace(small.greetingAhead, '').replaceAll(small.name, ' ');
  return names.reduce((rest, name) => (name.length > 3 ? rest.replaceAll(flat(name), ' ') : rest), greeted);
};

const everyday = new Set([...topics.flatMap(({ asks }) => asks), ...sameThing.flat()]);
const everydayStems = new Set([...everyday].map(conceptOf));

const corrected = (words: readonly string[], { words: known, stems }: Cut): readonly string[] =>
  words.map((word) => {
    const right = passedOver.has(word) || known.has(word) || everyday.has(word) || daysIn(word).size > 0;
    if (right || stems.has(conceptOf(word)) || everydayStems.has(conceptOf(word))) return word;
    return meant(word, [...known, ...everyday, 'sabado', 'domingo']) ?? word;
  });

const topicOf = (words: readonly string[], plain: string): TopicName | null => {
  const phrase = turnsOfPhrase.find(([asked]) => asked.test(plain));
  if (phrase) return phrase[1];
  return topics.find(({ asks }) => asks.some((word) => words.includes(word)))?.name ?? null;
};

const relativeDays = (plain: string, now: Date, zone: string): readonly number[] => {
  const today = new Date(`${dateIn(zone, now)}T12:00:00Z`).getUTCDay();
  if (/\b(hoje|agora)\b/.test(plain)) return [today];
  return /\bamanha\b/.test(plain) ? [(today + 1) % 7] : [];
};
