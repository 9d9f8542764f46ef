import { clean } from './text.ts';

/** One piece of a document, as it was read. A row is one line of a table, its cells joined by ` | `. */
export type Block = {
  readonly kind: 'heading' | 'paragraph' | 'row';
  readonly text: string;
  /** From 1; null where the document has no pages. */
  readonly page: number | null;
};

/** A part of a document that can answer a question by itself. */
export type Passage = {
  readonly text: string;
  readonly page: number | null;
  /** The headings it stands under, outermost first. */
  readonly headings: readonly string[];
};

export const passageBounds = {
  /** Paragraphs are joined, and long tables cut, up to about this. */
  joined: 900,
  /** No passage is longer. */
  characters: 1_400,
  /** What is longer is no heading, whatever it looks like. */
  heading: 160,
  /** Of so many headings in a row the last is no heading: somebody set the whole text in bold. */
  headingsInARow: 3,
} as const;

/** A document as passages, in its order: each begins with a heading, a table, or where the one before was full. */
export const cutPassages = (blocks: readonly Block[]): readonly Passage[] => {
  const passages: Passage[] = [];
  let headings: readonly string[] = [];
  for (const section of sectionsOf(blocks.flatMap(tidied))) {
    headings = under(headings, section.headings);
    for (const { text, page } of joined(unitsOf(section.body))) passages.push({ text, page, headings });
  }
  return passages;
};

const tidied = (block: Block): readonly Block[] => {
  const text = clean(block.text)
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  if (text === '') return [];
  const tooLong = block.kind === 'heading' && text.length > passageBounds.heading;
  return [{ ...block, text, kind: tooLong ? 'paragraph' : block.kind }];
};

type Section = { readonly headings: readonly string[]; readonly body: readonly Block[] };

/** A run of headings and what follows it. Headings with nothing under them are text themselves. */
const sectionsOf = (blocks: readonly Block[]): readonly Section[] => {
  const sections: Section[] = [];
  for (let at = 0; at < blocks.length; ) {
    const bodyAt = nextThat(blocks, at, ({ kind }) => kind !== 'heading');
    const end = nextThat(blocks, bodyAt, ({ kind }) => kind === 'heading');
    const run = blocks.slice(at, bodyAt);
    const body = blocks.slice(bodyAt, end);
    const titles = body.length > 0 && run.length <= passageBounds.headingsInARow;
    sections.push(
      titles ? { headings: run.map(({ text }) => text), body } : { headings: [], body: [...run, ...body] },
    );
    at = end;
  }
  return sections;
};

const nextThat = (blocks: readonly Block[], from: number, fits: (block: Block) => boolean): number => {
  let at = from;
  for (let block = blocks[at]; block && !fits(block); block = blocks[at]) at += 1;
  return at;
};

/** Blocks tell no level: as many headings as come together take the place of the innermost ones. */
const under = (before: readonly string[], now: readonly string[]): readonly string[] => {
  const kept = before.slice(0, Math.max(before.length - now.length, 0));
  return [...kept, ...now];
};

type Unit = { readonly text: string; readonly page: number | null };

const unitsOf = (body: readonly Block[]): readonly Unit[] => {
  const units: Unit[] = [];
  for (let at = 0; at < body.length; ) {
    const end = nextThat(body, at, ({ kind }) => kind !== 'row');
    const rows = body.slice(at, end);
    const [block] = body.slice(at, at + 1);
    if (rows.length > 0) units.push(...tableUnits(rows));
    else if (block) units.push(...piecesOf(block.text, passageBounds.characters).map(on(block.page)));
    at = rows.length > 0 ? end : at + 1;
  }
  return units;
};

const on =
  (page: number | null) =>
  (text: string): Unit => ({ text, page });

/** A table whole, or in pieces that repeat its head: a first row that tells no figure. */
const tableUnits = (rows: readonly Block[]): readonly Unit[] => {
  const whole = rows.map(({ text }) => text).join('\n');
  if (whole.length <= passageBounds.characters) return [{ text: whole, page: rows[0]?.page ?? null }];
  const [first] = rows;
  const head = first && rows.length > 1 && !/\d/.test(first.text) && first.text.length <= 200 ? first : null;
  const start = head ? `${head.text}\n` : '';
  const units: Unit[] = [];
  for (const row of head ? rows.slice(1) : rows) {
    for (const piece of piecesOf(row.text, passageBounds.characters - start.length)) {
      const last = units.at(-1);
      const longer = last ? `${last.text}\n${piece}` : '';
      if (last && longer.length <= passageBounds.joined) units[units.length - 1] = { ...last, text: longer };
      else units.push({ text: start + piece, page: last ? row.page : (first?.page ?? row.page) });
    }
  }
  return units;
};

const joined = (units: readonly Unit[]): readonly Unit[] => {
  const all: Unit[] = [];
  for (const unit of units) {
    const last = all.at(-1);
    const longer = last ? `${last.text}\n${unit.text}` : '';
    if (last && longer.length <= passageBounds.joined) all[all.length - 1] = { ...last, text: longer };
    else all.push(unit);
  }
  return all;
};

/** At the ends of lines and sentences, else between words, and only as a last resort inside one. */
const piecesOf = (text: string, max: number): readonly string[] => {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const end = lastBreak(rest.slice(0, max + 1), max);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
};

const lastBreak = (start: string, max: number): number => {
  for (const gap of [/\n/g, /(?<=[.!?;…])\s/g, /\s/g]) {
    const last = [...start.matchAll(gap)].at(-1);
    if (last && last.index > max / 3) return last.index;
  }
  return /[\ud800-\udbff]$/.test(start.slice(0, max)) ? max - 1 : max;
};
