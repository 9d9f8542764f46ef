import type { Block } from '#core/domain/passage.ts';
import { type Line, left, right, textOf } from './pdf-lines.ts';
import { withoutRunning } from './running-lines.ts';
import { joined, rowOf, tidy } from './tidy.ts';

const headingMax = 120;
const boldHeadingMax = 80;

/** What the document is set in: the size of most of its letters, and whether bold stands out. */
type Setting = { readonly size: number; readonly boldStandsOut: boolean };

type Growing = {
  readonly kind: Block['kind'];
  text: string;
  cells: string[];
  readonly page: number;
  last: Line;
};

export const blocksOf = (pages: readonly (readonly Line[])[]): Block[] => {
  const setting = settingOf(pages.flat());
  return withoutRunning(pages).flatMap((lines) => pageBlocks(lines, setting));
};

const settingOf = (lines: readonly Line[]): Setting => {
  const sizes = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const line of lines) {
    const letters = textOf(line).length;
    const size = Math.round(line.size * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + letters);
    all += letters;
    if (line.bold) bold += letters;
  }
  const [size = 0] = [...sizes].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { size, boldStandsOut: bold * 2 < all };
};

const pageBlocks = (lines: readonly Line[], setting: Setting): Block[] => {
  const blocks: Growing[] = [];
  const edge = lines.reduce((most, line) => Math.max(most, right(line)), 0);
  for (const line of lines) {
    const kind = kindOf(line, setting);
    const open = blocks.at(-1);
    if (open && continuesRow(open, line)) growRow(open, line);
    else if (open && continuesText(open, line, kind)) growText(open, line, edge);
    else
      blocks.push({
        kind,
        text: textOf(line),
        cells: line.cells.map(({ text }) => text),
        page: line.page,
        last: line,
      });
  }
  return blocks.flatMap(({ kind, text, cells, page }) => {
    const tidied = kind === 'row' ? rowOf(cells) : tidy(text);
    return tidied === '' ? [] : [{ kind, text: tidied, page }];
  });
};

const kindOf = (line: Line, { size, boldStandsOut }: Setting): Block['kind'] => {
  if (line.cells.length > 1) return 'row';
  const text = textOf(line);
  if (!/\p{L}/u.test(text)) return 'paragraph';
  if (line.size >= size * 1.15 && text.length <= headingMax) return 'heading';
  const shortBold = line.bold && boldStandsOut && text.length <= boldHeadingMax && !/[.;,]$/.test(text);
  return shortBold ? 'heading' : 'paragraph';
};

const close = (above: Line, below: Line): boolean => {
  const gap = below.baseline - above.baseline;
  return gap > 0 && gap <= 1.65 * Math.max(above.size, below.size);
};

const alike = (one: Line, other: Line): boolean =>
  Math.abs(one.size - other.size) <= 0.1 * one.size && one.bold === other.bold;

/** The rest of a cell that was too long for its column: each part begins where a cell above begins, the first in lower case. */
const continuesRow = (open: Growing, line: Line): boolean =>
  open.kind === 'row' &&
  close(open.last, line) &&
  line.cells.length < open.cells.length &&
  /^[\p{Ll}(]/u.test(textOf(line)) &&
  line.cells.every((cell) => cellAbove(open.last, cell.left) >= 0);

const cellAbove = (line: Line, at: number): number =>
  line.cells.findIndex((cell) => Math.abs(cell.left - at) <= 3);

const growRow = (open: Growing, line: Line) => {
  for (const cell of line.cells) {
    const column = cellAbove(open.last, cell.left);
    open.cells[column] = joined(open.cells[column] ?? '', cell.text);
  }
  // The row above keeps the left edges; only how far down it reaches changes.
  open.last = { ...open.last, baseline: line.baseline };
};

const startsAnew = /^([•●▪■◦○‣·–—*-]|[\uf0b7\uf0a7]|\d{1,3}[.)]|[a-z]\))\s/;

const continuesText = (open: Growing, line: Line, kind: Block['kind']): boolean =>
  open.kind === kind &&
  kind !== 'row' &&
  close(open.last, line) &&
  alike(open.last, line) &&
  !startsAnew.test(textOf(line));

/** A line that ended well before the edge was ended on purpose. */
const growText = (open: Growing, line: Line, edge: number) => {
  const short = right(open.last) < edge - 0.25 * (edge - left(open.last));
  open.text = joined(open.text, textOf(line), short && open.kind === 'paragraph' ? '\n' : ' ');
  open.last = line;
};
