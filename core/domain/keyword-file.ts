import type { Listening } from './keyword.ts';
import type { RefusalOf } from './refusal.ts';
import { isActiveAt, type Subscription } from './subscription.ts';
import { wordsOf } from './text.ts';
import { minute } from './time.ts';

export const keywordFileLimits = {
  bytes: 16 * 1024 * 1024,
  caption: 1_000,
  /** Of a picture; a customer's phone has to draw it. */
  pixels: 40_000_000,
} as const;

export type KeywordFileType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** A file that goes to whoever writes one of its keywords. */
export type KeywordFile = {
  readonly id: number;
  readonly agentId: number;
  /** The file's own name. */
  readonly name: string;
  readonly type: KeywordFileType;
  readonly keywords: readonly string[];
  /** Empty for none. */
  readonly caption: string;
  /** Where it lies on the shelf. */
  readonly fileKey: string;
  readonly createdAt: Date;
};

/** Of one turn: more would be a flood. */
export const filesATurn = 3;

/** To one contact the same file goes again only after so long. */
export const fileAgainAfterMs = 10 * minute;

/** Whether an agent may have one more than the `files` there are. */
export const refuseOneMoreKeywordFile = (
  now: Date,
  subscription: Subscription | null,
  files: number,
): RefusalOf<'no-active-plan' | 'keyword-file-limit-reached'> | null => {
  if (!isActiveAt(now, subscription)) return { kind: 'no-active-plan' };
  const limit = subscription.plan.keywordFilesPerAgent;
  return files < limit ? null : { kind: 'keyword-file-limit-reached', limit };
};

/** Whether a file may wait for these keywords beside those that wait already: of one keyword no more are sent. */
export const refuseKeywords = (
  keywords: readonly string[],
  listening: readonly Listening[],
): RefusalOf<'keyword-shared-too-often'> | null => {
  const said = (keyword: string) => wordsOf(keyword).join(' ');
  const waiting = (keyword: string) =>
    listening.filter((file) => file.keywords.some((other) => said(other) === said(keyword))).length;
  const keyword = keywords.find((one) => waiting(one) >= filesATurn);
  return keyword === undefined ? null : { kind: 'keyword-shared-too-often', keyword };
};

export type KeywordFileProblem = 'wrong-type' | 'empty' | 'corrupt' | 'too-many-pixels';

/**
 * What a file holds, by how it begins: its name and what its sender says of it prove nothing. What begins as one thing
 * begins as no other, so that a file which is several at once is only what we call it.
 */
export const keywordFileTypeOf = (bytes: Uint8Array): KeywordFileType | KeywordFileProblem => {
  if (bytes.length === 0) return 'empty';
  if (beginsWith(bytes, pdfMark)) return 'application/pdf';
  if (beginsWith(bytes, pngMark)) return measured('image/png', pngSize(bytes));
  if (beginsWith(bytes, jpegMark)) return measured('image/jpeg', jpegSize(bytes));
  return 'wrong-type';
};

const pdfMark = [0x25, 0x50, 0x44, 0x46, 0x2d];
const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegMark = [0xff, 0xd8, 0xff];

type Size = { readonly width: number; readonly height: number };

const measured = (type: KeywordFileType, size: Size | null): KeywordFileType | KeywordFileProblem => {
  if (size === null || size.width === 0 || size.height === 0) return 'corrupt';
  return size.width * size.height > keywordFileLimits.pixels ? 'too-many-pixels' : type;
};

const beginsWith = (bytes: Uint8Array, mark: readonly number[], at = 0): boolean =>
  mark.every((byte, i) => bytes[at + i] === byte);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** The header is the first chunk, or it is no PNG. */
const pngSize = (bytes: Uint8Array): Size | null => {
  if (bytes.length < 33 || !beginsWith(bytes, headerChunk, 12)) return null;
  const view = viewOf(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
};
const headerChunk = [0x49, 0x48, 0x44, 0x52];

/** From marker to marker up to the frame, which says the size. */
const jpegSize = (bytes: Uint8Array): Size | null => {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return null;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
};

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
