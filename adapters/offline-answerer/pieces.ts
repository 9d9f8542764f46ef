import { visible } from '#core/domain/disarm.ts';
import { clean } from '#core/domain/text.ts';
import { daysIn } from './days.ts';
import type { TopicName } from './vocabulary.pt-br.ts';
import { topics } from './vocabulary.pt-br.ts';
import { conceptOf, conceptsIn, flat, plainWords } from './words.ts';

/** A part of the owner's text that can be said as it stands. */
export type Piece = {
  readonly text: string;
  /** The heading above it or the label before it, as the owner wrote it. */
  readonly heading: string | null;
  /** A whole sentence of which the parts are pieces too. */
  readonly whole: boolean;
  readonly own: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  /** What is being priced or timed: the words before the first figure, remarks in brackets left out. */
  readonly named: ReadonlySet<string>;
  /** What the text itself tells, and what its heading says that it tells. */
  readonly tells: ReadonlySet<TopicName>;
  readonly under: ReadonlySet<TopicName>;
  readonly days: ReadonlySet<number>;
  /** Not from the business information, which has precedence. */
  readonly fromDocument: boolean;
};

export type Cut = {
  readonly title: string;
  readonly pieces: readonly Piece[];
  readonly words: ReadonlySet<string>;
  /** What its words stand for: all of them, and those worth looking for. */
  readonly stems: ReadonlySet<string>;
  readonly concepts: ReadonlySet<string>;
};

type Line = { readonly text: string; readonly heading: string | null };

/** The owner's text as pieces, in its order, and then those of documents. Its first line gives the name of the business. */
export const cut = (text: string, documents = ''): Cut => {
  const plain = plainly(text);
  const more = plainly(documents);
  const pieces = [
    ...linesOf(plain).flatMap(piecesOf),
    // Below a gap: the place of the first passage may be a heading as that of any other.
    ...linesOf(`\n\n${more}`)
      .flatMap(piecesOf)
      .map((piece) => ({ ...piece, fromDocument: true })),
  ];
  const words = new Set(plainWords(`${plain}\n${more}`));
  return {
    title: titleOf(plain),
    pieces,
    words,
    stems: new Set([...words].map(conceptOf)),
    concepts: new Set(pieces.flatMap(({ own, above }) => [...own, ...above])),
  };
};

const plainly = (text: string): string => visible(clean(text)).replaceAll(/\*\*|__|`/g, '');

const titleOf = (text: string): string => {
  const first = text.split('\n', 1)[0] ?? '';
  return first.split(' ').length <= 10 ? first : (first.split(/[.,:;–—-]/, 1)[0] ?? '');
};

const linesOf = (text: string): readonly Line[] => {
  const lines: Line[] = [];
  const all = text.split('\n').map((line) => line.trim());
  let heading: string | null = null;
  let headingAt = -1;
  for (const [at, line] of all.entries()) {
    const next = all[at + 1] ?? '';
    if (/^[|\s:=_-]*$/.test(line)) {
      const ended = line === '' && headingAt !== at - 1 && !all[headingAt]?.startsWith('#');
      if (ended) heading = null;
    } else if (isHeading(line, next, all[at - 1] ?? '')) {
      heading = at === 0 ? null : line.replace(/^[#*_\s]+/, '').replace(/[:*_#\s]+$/, '');
      headingAt = at;
    } else if (!isTableHead(line, next)) {
      lines.push({ text: unmarked(line), heading });
    }
  }
  return lines;
};

const isTableHead = (line: string, next: string): boolean =>
  line.startsWith('|') && /^\|[|\s:-]+$/.test(next);

const unmarked = (line: string): string =>
  line
    .replace(/^([-*•–·▪►✓✔➡]|\d{1,2}[.)])\s+/u, '')
    .replace(/^\|\s*|\s*\|$/g, '')
    .trim();

/** A line of `#`, in capitals, ending in a colon, or short without a figure over a list or after a gap. */
const isHeading = (line: string, next: string, before: string): boolean => {
  if (/^#{1,6}\s/.test(line)) return true;
  if (/[\d|]/.test(line) || /[.!?;,]$/.test(line) || /^[-•]/.test(line)) return false;
  const words = line.split(/\s+/).length;
  if (words > 6) return false;
  if (line.endsWith(':')) return true;
  if (line.includes(':')) return false;
  if (line === line.toUpperCase() && /\p{Lu}{3}/u.test(line.replaceAll(/\s/g, ''))) return true;
  return before === '' && next !== '' && words <= 4;
};

const abbreviated =
  /(?:\b(?:av|r|dr|dra|sr|sra|n|tel|ex|obs|pça|al|prof|profa|min|máx|aprox|cel|ap|apto)|\b\p{Lu})\.$/iu;

const sentencesOf = (line: string): readonly string[] => {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: gap } of line.matchAll(/(?<=[.!?])\s+(?=\p{Lu}|\d)/gu)) {
    if (abbreviated.test(line.slice(Math.max(from, index - 8), index))) continue;
    sentences.push(line.slice(from, index));
    from = index + gap.length;
  }
  return [...sentences, line.slice(from)].filter((sentence) => sentence !== '');
};

const label = /^([^:\dR$]{2,40}):\s/;

/**
 * A label before the first sentence of a line stands over the others too: `Veterinário: … Consulta R$ 130.`
 * A price with a name of its own stands under no other: `Corte feminino: R$ 70. Corte masculino: R$ 45.`
 */
const piecesOf = ({ text, heading }: Line): readonly Piece[] => {
  const sentences = sentencesOf(text);
  const over = label.exec(sentences[0] ?? '')?.[1] ?? heading;
  const named = (sentence: string) => sentence.includes('R$') && label.test(sentence);
  return sentences.flatMap((sentence, at) => partsOf(sentence, at === 0 || named(sentence) ? heading : over));
};

/** A sentence with several prices is its parts and itself, so that one price can be told without the others. */
const partsOf = (sentence: string, heading: string | null): readonly Piece[] => {
  if ((sentence.match(/R\$ ?\d/g)?.length ?? 0) < 2) return [pieceOf(sentence, heading, false)];
  const [before, name] = label.exec(sentence) ?? ['', heading];
  const parts = sentence
    .slice(before.length)
    .split(/(?:[;,]|\se)\s+(?=[^;,]{0,60}R\$)/)
    .map((part) => pieceOf(part.replace(/[.;,]$/, ''), name ?? heading, false));
  return [...parts, pieceOf(sentence, heading, true)];
};

const pieceOf = (text: string, heading: string | null, whole: boolean): Piece => {
  const plain = flat(text);
  const over = new Set(plainWords(heading ?? ''));
  return {
    text,
    heading,
    whole,
    own: conceptsIn(text),
    above: conceptsIn(heading ?? ''),
    named: new Set([...conceptsIn(nameIn(text)), ...conceptsIn(nameIn(heading ?? ''))]),
    tells: new Set(topics.filter(({ tells }) => tells.test(plain)).map(({ name }) => name)),
    under: new Set(topics.filter(({ asks }) => asks.some((word) => over.has(word))).map(({ name }) => name)),
    days: daysIn(text),
    fromDocument: false,
  };
};

/** What is priced or timed: the words before the first figure, remarks in brackets left out. */
export const nameIn = (text: string): string =>
  (text.split(/R\$|\d/, 1)[0] ?? '').replaceAll(/\([^)]*\)?/g, ' ');
