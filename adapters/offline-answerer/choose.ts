import { holiday } from './days.ts';
import type { Cut, Piece } from './pieces.ts';
import { nameIn } from './pieces.ts';
import type { Question } from './question.ts';
import type { TopicName } from './vocabulary.pt-br.ts';
import { plainHeadings, topics } from './vocabulary.pt-br.ts';
import { conceptOf, conceptsIn, flat } from './words.ts';

export type Found = { readonly topic: TopicName | null; readonly pieces: readonly Piece[] };

/** Words that may ask for something else too: `a avaliação é paga?`, `tem taxa de entrega?` */
const mayStandElsewhere: ReadonlySet<TopicName> = new Set(['payment', 'delivery', 'parking']);

const most = { prices: 6, list: 12, lines: 3 } as const;

/** The pieces that answer, best first; none where the text does not tell. */
export const choose = (question: Question, cut: Cut): Found => {
  const { topic, pieces } = chosen(question, cut);
  return { topic, pieces: pieces.filter((piece) => !isOverruled(piece, pieces, question)) };
};

/** What a document tells of the very thing that the business information tells, too. */
const isOverruled = (piece: Piece, pieces: readonly Piece[], { content, context }: Question): boolean => {
  if (!piece.fromDocument) return false;
  const asked = [...content, ...context].filter((concept) => holds(piece, [concept]));
  const same = [...asked, ...conceptsIn(nameIn(piece.text))];
  return pieces.some(
    (other) =>
      !other.fromDocument && holds(other, same) && [...piece.days].every((day) => other.days.has(day)),
  );
};

const chosen = (question: Question, cut: Cut): Found => {
  const { topic } = question;
  if (topic === 'price') return { topic, pieces: pricesFor(question, cut.pieces) };
  const title = conceptsIn(cut.title);
  const told = topic === null ? [] : toldAbout(topic, question, cut.pieces, title);
  if (told.length > 0) return { topic, pieces: told.slice(0, most.lines) };
  const elsewhere = topic === null || mayStandElsewhere.has(topic);
  return { topic: null, pieces: elsewhere ? mentions(question, cut.pieces, title) : [] };
};

/**
 * Prices are told only of what was asked for: every word must be known and stand in the line or over it, and a
 * line of two things (`Corte + barba`) answers only who asked for both. The exact service goes before its kinds.
 */
const pricesFor = ({ content, unknown, context }: Question, pieces: readonly Piece[]): readonly Piece[] => {
  if (unknown > 0) return [];
  const priced = pieces.filter(({ tells }) => tells.has('price'));
  if (content.length === 0) return priced.filter(({ whole }) => !whole).slice(0, most.list);
  const wanted = new Set([...content, ...context]);
  const about = priced.filter((piece) => holds(piece, content) && !pairsWithOther(piece, wanted));
  const parts = about.some(({ whole }) => !whole) ? about.filter(({ whole }) => !whole) : about;
  const near = closestTo(context, parts);
  const exact = near.filter(({ named }) => [...named].every((word) => wanted.has(word) || plain.has(word)));
  const found = exact.length > 0 ? exact : near;
  if (found.length > 0) return found.length > most.prices ? [] : found;
  return pieces.filter((piece) => holds(piece, content) && denies.test(flat(piece.text))).slice(0, 1);
};

const plain = new Set([...plainHeadings].map(conceptOf));
const denies = /\bnao (fazemos|temos|trabalhamos|vendemos|oferecemos|realizamos|atendemos|aceitamos)\b/;

const holds = ({ own, above }: Piece, concepts: readonly string[]): boolean =>
  concepts.every((concept) => own.has(concept) || above.has(concept));

const pairsWithOther = ({ text, heading, whole }: Piece, wanted: ReadonlySet<string>): boolean =>
  !whole &&
  [nameIn(text), nameIn(heading ?? '')].some((name) => {
    const halves = name.split(/\s(?:e|com)\s|[+/&]/i).map((half) => [...conceptsIn(half)]);
    const asked = halves.map((half) => half.some((concept) => wanted.has(concept)));
    return asked.includes(true) && halves.some((half, at) => half.length > 0 && !asked[at]);
  });

/** Those that share most with what was spoken of. */
const closestTo = (context: readonly string[], pieces: readonly Piece[]): readonly Piece[] => {
  const shared = pieces.map((piece) => context.filter((concept) => holds(piece, [concept])).length);
  return pieces.filter((_, at) => shared[at] === Math.max(...shared));
};

const toldAbout = (
  topic: TopicName,
  question: Question,
  pieces: readonly Piece[],
  title: ReadonlySet<string>,
): readonly Piece[] => {
  const asks = new Set((topics.find(({ name }) => name === topic)?.asks ?? []).map(conceptOf));
  const telling = pieces.filter(({ tells }) => tells.has(topic));
  const about = telling.length > 0 ? telling : pieces.filter(({ under }) => under.has(topic));
  if (topic === 'booking') return ownFirst(about, asks);
  if (question.unknown > question.content.length / 2) return [];
  const content = question.content.filter((concept) => !title.has(concept) && !asks.has(concept));
  const fitting = about.filter((piece) => holds(piece, content));
  if (topic === 'hours')
    return hoursFor(question.days, fitting, content.length > 0 ? fitting : general(fitting, asks));
  return ownFirst(fitting, asks).slice(0, topic === 'address' ? 1 : most.lines);
};

/** Those that use the topic's own words, or stand under them, before those that only look like it. */
const ownFirst = (pieces: readonly Piece[], asks: ReadonlySet<string>): readonly Piece[] => {
  const own = pieces.filter(({ own, above }) => [...own, ...above].some((concept) => asks.has(concept)));
  return own.length > 0 ? own : pieces;
};

/** Opening hours of the business rather than of one of its services. */
const general = (pieces: readonly Piece[], asks: ReadonlySet<string>): readonly Piece[] =>
  pieces.filter(({ named }) => [...named].every((concept) => asks.has(concept)));

/**
 * Lines for the days asked about, those of the whole business first; where no line names them, all its lines, which
 * say when else. A holiday is like no other day.
 */
const hoursFor = (
  days: ReadonlySet<number>,
  pieces: readonly Piece[],
  ofAll: readonly Piece[],
): readonly Piece[] => {
  if (days.size === 0) return ofAll.length > 0 ? ofAll : pieces;
  const onDays = (among: readonly Piece[]) =>
    among.filter((piece) => [...piece.days].some((day) => days.has(day)));
  const named = [onDays(ofAll), onDays(pieces)].find((some) => some.length > 0);
  return named ?? (days.has(holiday) ? [] : ofAll);
};

/** Lines that hold what was asked about, rare words counting for more. */
const mentions = (
  question: Question,
  pieces: readonly Piece[],
  title: ReadonlySet<string>,
): readonly Piece[] => {
  const { unknown } = question;
  const telling = question.content.filter((concept) => !title.has(concept));
  const content = telling.length > 0 ? telling : question.content;
  if (content.length === 0 || unknown > content.length / 2) return [];
  const weights = new Map(
    content.map((concept) => {
      const among = pieces.filter((piece) => holds(piece, [concept])).length;
      return [concept, Math.log(1 + pieces.length / (1 + among))];
    }),
  );
  const all = content.reduce((sum, concept) => sum + (weights.get(concept) ?? 0), 0);
  const scored = pieces.map((piece) => {
    const held = content.filter((concept) => holds(piece, [concept]));
    const weight = held.reduce((sum, concept) => sum + (weights.get(concept) ?? 0), 0);
    const fits = content.length <= 2 ? held.length === content.length : weight >= 0.65 * all;
    const own = held.filter((concept) => piece.own.has(concept)).length;
    return { piece, score: fits ? weight + own / 10 - (piece.whole ? 0.05 : 0) : 0 };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  if (best <= 0) return [];
  return scored
    .filter(({ score }) => score >= best * 0.98)
    .map(({ piece }) => piece)
    .slice(0, most.lines);
};
