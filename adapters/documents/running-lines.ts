import { type Line, textOf } from './pdf-lines.ts';

const edgeLines = 2;
const stamp = /^(digitalizado|scanned|escaneado)\s+(com|by|with|por|no)\s+\S+( \S+)?$/i;
const loneNumber = /^[-–—\s]*\d{1,4}[-–—\s]*$/;
const numbering =
  /\b(p[áa]g(ina|\.)?|page|fls?\.?|folha)\s*\d+(\s*(\/|de|of)\s*\d+)?|\b\d+\s*(\/|de|of)\s*\d+\b/giu;

/** Leaves out page numbers, and the headers and footers that most pages repeat. */
export const withoutRunning = (pages: readonly (readonly Line[])[]): (readonly Line[])[] => {
  const seenOn = new Map<string, number>();
  for (const lines of pages)
    for (const text of new Set(edges(lines).map(shapeOf))) seenOn.set(text, (seenOn.get(text) ?? 0) + 1);
  const repeated = (line: Line) => pages.length >= 3 && (seenOn.get(shapeOf(line)) ?? 0) * 2 > pages.length;
  return pages.map((lines) => {
    const atEdge = new Set(edges(lines));
    return lines.filter((line) => {
      const text = textOf(line).trim();
      return !stamp.test(text) && !(atEdge.has(line) && (repeated(line) || isPageNumber(text, line.page)));
    });
  });
};

/** A page of few lines has no edges that are not its text. */
const edges = (lines: readonly Line[]): readonly Line[] =>
  lines.length > edgeLines ? [...new Set([...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)])] : [];

/** Only what counts pages may differ from page to page: `Item 12 | R$ 30,00` is a line of a list, however often. */
const shapeOf = (line: Line): string => {
  const text = textOf(line).trim();
  return loneNumber.test(text) ? '#' : text.replace(numbering, '#');
};

const isPageNumber = (text: string, page: number): boolean =>
  text.replace(numbering, '').trim() === '' ||
  (loneNumber.test(text) && Number(text.match(/\d+/)?.[0]) === page);
