import type { Block } from '#core/domain/passage.ts';
import { rowOf, tidy } from './tidy.ts';

type Cell = { text: string; readonly columns: number; readonly rows: number };
type Spanned = { readonly text: string; left: number };
type Table = { readonly spanned: Map<number, Spanned>; cells: Cell[] | null };

const headingMax = 80;

/** Turns the HTML that mammoth writes (well-formed, four entities, no attributes of the document's own) into blocks. */
export const blocksOf = (html: string): Block[] => {
  const blocks: Block[] = [];
  const tables: Table[] = [];
  const openCells: Cell[] = [];
  const boldLines: number[] = [];
  let heading = false;
  let text = '';
  let boldDepth = 0;
  let bold = 0;
  let boldAll = 0;
  let all = 0;

  const add = (kind: Block['kind'], raw: string) => {
    const tidied = kind === 'row' ? raw : tidy(raw);
    if (tidied !== '') blocks.push({ kind, text: tidied, page: null });
  };

  const endBlock = () => {
    const letters = text.replace(/\s/g, '').length;
    all += letters;
    boldAll += bold;
    if (!heading && letters > 0 && bold === letters && standsAsHeading(text)) boldLines.push(blocks.length);
    add(heading ? 'heading' : 'paragraph', text);
    text = '';
    bold = 0;
    heading = false;
  };

  const say = (words: string) => {
    const cell = openCells.at(-1);
    if (cell) cell.text += words;
    else {
      text += words;
      if (boldDepth > 0) bold += words.replace(/\s/g, '').length;
    }
  };

  const endRow = (table: Table) => {
    const cells = table.cells ?? [];
    table.cells = null;
    const only = cells.length === 1 ? cells[0] : undefined;
    const texts = withSpanned(cells, table.spanned);
    if (only && only.columns > 1 && standsAsHeading(only.text)) return add('heading', only.text);
    const filled = texts.filter((cell) => tidy(cell) !== '');
    return filled.length === 1 ? add('paragraph', filled[0] ?? '') : add('row', rowOf(texts));
  };

  const openCell = (attributes: string) => {
    const cell = { text: '', columns: span(attributes, 'colspan'), rows: span(attributes, 'rowspan') };
    tables.at(-1)?.cells?.push(cell);
    openCells.push(cell);
  };

  const open: Record<string, (attributes: string) => void> = {
    table: () => {
      if (openCells.length === 0) endBlock();
      tables.push({ spanned: new Map(), cells: null });
    },
    tr: () => {
      const table = tables.at(-1);
      if (table) table.cells = [];
    },
    td: openCell,
    th: openCell,
    strong: () => boldDepth++,
    br: () => say('\n'),
  };
  const close: Record<string, () => void> = {
    table: () => tables.pop(),
    tr: () => {
      const table = tables.at(-1);
      if (table) endRow(table);
    },
    td: () => openCells.pop(),
    th: () => openCells.pop(),
    strong: () => boldDepth--,
  };

  for (const [, slash, name = '', attributes = '', words] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    if (words !== undefined) say(decoded(words));
    else if (/^(h[1-6]|p|li)$/.test(name)) {
      if (openCells.length > 0) say('\n');
      else {
        endBlock();
        heading = !slash && name.startsWith('h');
      }
    } else if (slash) close[name]?.();
    else open[name]?.(attributes);
  }
  endBlock();

  // In a text that is bold throughout, bold says nothing.
  if (boldAll * 2 > all) return blocks;
  for (const at of boldLines) {
    const block = blocks[at];
    if (block?.kind === 'paragraph') blocks[at] = { ...block, kind: 'heading' };
  }
  return blocks;
};

const standsAsHeading = (text: string): boolean => {
  const line = text.trim();
  return line.length <= headingMax && /\p{L}/u.test(line) && !/[.;,]$|\n/.test(line);
};

const span = (attributes: string, name: string): number =>
  Math.min(Number(attributes.match(new RegExp(`${name}="(\\d+)"`))?.[1] ?? 1), 1_000);

/** A cell that spans rows is said again in each of them, so that every row can be understood alone. */
const withSpanned = (cells: readonly Cell[], spanned: Map<number, Spanned>): string[] => {
  const texts: string[] = [];
  let column = 0;
  const takeSpanned = () => {
    for (let above = spanned.get(column); above; above = spanned.get(++column)) {
      texts.push(above.text);
      if (--above.left === 0) spanned.delete(column);
    }
  };
  for (const { text, columns, rows } of cells) {
    takeSpanned();
    texts.push(text);
    if (rows > 1) spanned.set(column, { text, left: rows - 1 });
    column += columns;
  }
  takeSpanned();
  return texts;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
