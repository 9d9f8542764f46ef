/** Text as drawn: one string in one font at one place. */
export type Piece = {
  readonly text: string;
  readonly left: number;
  /** Grows downwards. */
  readonly baseline: number;
  readonly width: number;
  readonly size: number;
  readonly bold: boolean;
};

export type Cell = { readonly text: string; readonly left: number; readonly right: number };

export type Line = {
  readonly cells: readonly Cell[];
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly page: number;
};

export const left = (line: Line): number => line.cells[0]?.left ?? 0;
export const right = (line: Line): number => line.cells.at(-1)?.right ?? 0;
export const textOf = (line: Line): string => line.cells.map(({ text }) => text).join(' ');

/** The lines of a page from top to bottom, each in its cells; columns of running text one after the other. */
export const linesOf = (pieces: readonly Piece[], page: number): Line[] => {
  const gapped = baselines(pieces.flatMap(apartAtSpaces)).map(wordsOf);
  return inColumns(gapped.map((line, i) => cellsOf(line, gapped, i, page)));
};

/** Printers' lists lay out columns with spaces inside one string. */
const apartAtSpaces = (piece: Piece): Piece[] => {
  const perCharacter = piece.width / piece.text.length;
  return [...piece.text.matchAll(/\S+(?:\s{1,2}\S+)*/g)].map((match) => ({
    ...piece,
    text: match[0],
    left: piece.left + match.index * perCharacter,
    width: match[0].length * perCharacter,
  }));
};

const baselines = (pieces: readonly Piece[]): Piece[][] => {
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((one, other) => one.baseline - other.baseline)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && piece.baseline - first.baseline <= 0.35 * Math.max(piece.size, first.size))
      line.push(piece);
    else lines.push([piece]);
  }
  return lines;
};

/** In the sizes of the text: beyond the small one two words may stand in two cells, beyond the clear one they do. */
const smallGap = 0.55;
const columnGap = 1;
const clearGap = 2;
const sameEdge = 3;

type Run = Cell & { readonly gap: number; readonly size: number; readonly bold: boolean };
type Gapped = { readonly runs: readonly Run[]; readonly baseline: number };

/** Joins what touches or is a word apart; what stands further off begins a new run. */
const wordsOf = (pieces: readonly Piece[]): Gapped => {
  const runs: Run[] = [];
  let last: Piece | undefined;
  for (const piece of pieces.toSorted((one, other) => one.left - other.left)) {
    const { text, size, bold } = piece;
    // Drawn twice, a little aside, is how some programs make bold.
    if (last?.text === text && piece.left - last.left < 0.15 * size) continue;
    last = piece;
    const end = piece.left + piece.width;
    const before = runs.at(-1);
    const gap = before ? piece.left - before.right : 0;
    if (!before || (gap > smallGap * size && !isBullet(before.text)))
      runs.push({ text, left: piece.left, right: end, gap, size, bold });
    else
      runs[runs.length - 1] = {
        text: before.text + (gap > 0.15 * size ? ' ' : '') + text,
        left: before.left,
        right: Math.max(before.right, end),
        gap: before.gap,
        size: Math.max(before.size, size),
        bold: before.bold && bold,
      };
  }
  return { runs, baseline: pieces[0]?.baseline ?? 0 };
};

const isBullet = (text: string) => /^([•●▪■◦○‣·–—*-]|[\uf0b7\uf0a7]|\d{1,3}[.)]|[a-z]\))$/.test(text);

/** A gap divides cells when it is wide, or when a column of a line close by has an edge at the same place. */
const cellsOf = ({ runs, baseline }: Gapped, lines: readonly Gapped[], at: number, page: number): Line => {
  const near = [-2, -1, 1, 2].flatMap(
    (step) => lines[at + step]?.runs.filter(({ gap, size }) => gap >= columnGap * size) ?? [],
  );
  const cells: Cell[] = [];
  for (const run of runs) {
    const before = cells.at(-1);
    const divided =
      run.gap >= clearGap * run.size ||
      near.some(
        (other) =>
          Math.abs(other.left - run.left) <= sameEdge || Math.abs(other.right - run.right) <= sameEdge,
      );
    if (before && !divided)
      cells[cells.length - 1] = { ...before, text: `${before.text} ${run.text}`, right: run.right };
    else cells.push(run);
  }
  return {
    cells: cells.flatMap(apartAtLeaders),
    baseline,
    size: Math.max(...runs.map(({ size }) => size)),
    bold: runs.every(({ bold }) => bold),
    page,
  };
};

/** `Corte feminino ........ R$ 80,00` */
const apartAtLeaders = (cell: Cell): Cell[] => {
  const parts = cell.text.split(/\s*(?:(?:\. ?){4,}|…{2,}|(?:· ?){4,})\s*/).filter((part) => part !== '');
  return parts.length > 1 ? parts.map((text) => ({ ...cell, text })) : [cell];
};

const columnLinesMin = 6;
const columnTextMin = 30;

/** Two long texts side by side over many lines are columns to be read one after the other, not a table. */
const inColumns = (lines: readonly Line[]): Line[] => {
  const gutters = Map.groupBy(
    lines.filter(({ cells }) => cells.length === 2),
    ({ cells }) => Math.round((cells[1]?.left ?? 0) / 4),
  );
  const pair = [...gutters.values()].find(
    (group) =>
      group.length >= columnLinesMin && [0, 1].every((side) => meanLength(group, side) >= columnTextMin),
  );
  if (!pair) return [...lines];
  const gutter = Math.min(...pair.map(({ cells }) => cells[1]?.left ?? 0)) - 1;
  const first = lines.indexOf(pair[0] as Line);
  const last = lines.indexOf(pair.at(-1) as Line);
  const reach = (from: number, step: number): number => {
    const next = lines[from + step];
    return next && !crosses(next, gutter) ? reach(from + step, step) : from;
  };
  const [from, to] = [reach(first, -1), reach(last, 1)];
  const within = lines.slice(from, to + 1);
  const side = (keep: (cell: Cell) => boolean) =>
    within.flatMap((line) => {
      const cells = line.cells.filter(keep);
      return cells.length > 0 ? [{ ...line, cells }] : [];
    });
  return [
    ...lines.slice(0, from),
    ...side((cell) => cell.left < gutter),
    ...side((cell) => cell.left >= gutter),
    ...lines.slice(to + 1),
  ];
};

const meanLength = (lines: readonly Line[], side: number): number =>
  lines.reduce((sum, { cells }) => sum + (cells[side]?.text.length ?? 0), 0) / lines.length;

const crosses = ({ cells }: Line, gutter: number): boolean =>
  cells.some((cell) => cell.left < gutter && cell.right > gutter);
