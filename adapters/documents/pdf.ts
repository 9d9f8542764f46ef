import './no-canvas.ts';
import { PDFParse } from 'pdf-parse';
import { documentLimits } from '#core/domain/document.ts';
import type { ReadDocument } from '#core/ports/document-reader.ts';
import { blocksOf } from './pdf-blocks.ts';
import { type Line, linesOf, type Piece } from './pdf-lines.ts';
import { Unreadable } from './unreadable.ts';

/** What we use of pdf.js, which lies beneath pdf-parse: only there does text have a position. */
type Pdf = { readonly numPages: number; getPage(number: number): Promise<Page> };
type Page = {
  getTextContent(): Promise<{ readonly items: readonly (Text | { readonly type: string })[] }>;
  getViewport(options: { readonly scale: number }): { readonly transform: readonly number[] };
  getOperatorList(): Promise<unknown>;
  readonly commonObjs: { has(name: string): boolean; get(name: string): Font | null };
  cleanup(): void;
};
type Text = {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
};
type Font = { readonly name?: string; readonly bold?: boolean };

export const readPdf = async (bytes: Buffer): Promise<ReadDocument> => {
  // pdf.js mends what was cut short, and would silently leave out the rest.
  if (!bytes.subarray(-2_048).includes('%%EOF')) throw new Unreadable('corrupt');
  const pdf: Pdf = await opened(bytes);
  if (pdf.numPages > documentLimits.pages) throw new Unreadable('too-long');
  const lines: Line[][] = [];
  const fonts: Fonts = new Map();
  let found = 0;
  let garbled = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const pieces = await piecesOf(await pdf.getPage(number), fonts);
    const text = pieces.map((piece) => piece.text).join('');
    found += count(text, /[\p{L}\p{N}]/gu);
    garbled += count(text, unmapped);
    if (found + garbled > documentLimits.characters) throw new Unreadable('too-long');
    lines.push(linesOf(pieces, number));
  }
  if (scanned(found, garbled, pdf.numPages)) throw new Unreadable('no-text');
  return { pages: pdf.numPages, blocks: blocksOf(lines) };
};

const opened = async (bytes: Buffer): Promise<Pdf> => {
  const parser = new PDFParse({
    data: new Uint8Array(bytes),
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    // No picture is larger than this, so none is unpacked.
    maxImageSize: 0,
  });
  try {
    // Its own methods give text without places; the document they open is private in its types only.
    // biome-ignore lint/complexity/useLiteralKeys: the types allow only this spelling.
    return await parser['load']();
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new Unreadable('encrypted');
    throw error;
  }
};

/** What a font without a map to letters leaves: replacements, private characters, control characters. */
const unmapped = /[\ufffd\p{Co}\p{Cn}]|(?![\t\n\r])\p{Cc}/gu;

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

const scanned = (found: number, garbled: number, pages: number): boolean =>
  found < 2 || (pages > 1 && found < 4 * pages) || garbled * 3 > found + garbled;

type Fonts = Map<string, { readonly bold: boolean }>;

const piecesOf = async (page: Page, fonts: Fonts): Promise<Piece[]> => {
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  await learnFonts(page, new Set(texts.map(({ fontName }) => fontName)), fonts);
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = page.getViewport({ scale: 1 }).transform;
  const placed = texts.map(({ str, transform, width, fontName }): Piece & { readonly turned: number } => {
    const [ta = 0, tb = 0, tc = 0, td = 0, x = 0, y = 0] = transform;
    const right = [a * ta + c * tb, b * ta + d * tb] as const;
    const turned = Math.round(Math.atan2(right[1], right[0]) / (Math.PI / 2)) & 3;
    const skewed = Math.min(Math.abs(right[0]), Math.abs(right[1])) > 0.1 * Math.hypot(...right);
    const at = [a * x + c * y + e, b * x + d * y + f] as const;
    const [left, baseline] = turnedBack(at, turned);
    const size = Math.hypot(tc, td) || Math.hypot(ta, tb);
    return {
      text: str,
      left,
      baseline,
      width,
      size,
      bold: fonts.get(fontName)?.bold ?? false,
      turned: skewed ? -1 : turned,
    };
  });
  page.cleanup();
  // Most of a page runs one way, even if that way is sideways; the rest are stamps and watermarks.
  const ways = [0, 1, 2, 3].map((way) =>
    placed.reduce((sum, { text, turned }) => (turned === way ? sum + text.length : sum), 0),
  );
  const main = ways.indexOf(Math.max(...ways));
  return placed.filter(({ turned, size }) => turned === main && size > 0 && Number.isFinite(size));
};

const turnedBack = ([x, y]: readonly [number, number], turned: number): readonly [number, number] => {
  if (turned === 1) return [y, -x];
  if (turned === 2) return [-x, -y];
  return turned === 3 ? [-y, x] : [x, y];
};

/** The text alone does not say how a font is called. Fonts are shared by pages, so few pages are asked. */
const learnFonts = async (page: Page, names: ReadonlySet<string>, fonts: Fonts): Promise<void> => {
  const unknown = [...names].filter((name) => !fonts.has(name));
  if (unknown.length === 0) return;
  await page.getOperatorList().catch(() => null);
  for (const name of unknown) {
    const font = page.commonObjs.has(name) ? page.commonObjs.get(name) : null;
    fonts.set(name, { bold: font?.bold === true || /bold|black|heavy|demi/i.test(font?.name ?? '') });
  }
};
