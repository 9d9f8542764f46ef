import type { Block } from './passage.ts';
import type { RefusalOf } from './refusal.ts';
import type { Subscription } from './subscription.ts';
import { isActiveAt } from './subscription.ts';
import { clean, cut } from './text.ts';
import { minute, second } from './time.ts';

/** What one document of an owner may be at most; whatever is more is refused, never cut. */
export const documentLimits = {
  bytes: 10 * 1024 * 1024,
  pages: 300,
  /** UTF-16 units of all its blocks together, as they are kept. */
  characters: 1_000_000,
} as const;

/** A file of the owner's that an agent answers from. */
export type Document = {
  readonly id: number;
  readonly agentId: number;
  /** The file's own name. */
  readonly name: string;
  /** How its text begins. */
  readonly excerpt: string;
  /** Of a PDF; other types have none. */
  readonly pages: number | null;
  readonly characters: number;
  readonly createdAt: Date;
};

export const excerptCharacters = 120;
const nameCharacters = 200;

/** A file may be on its way for so long: read within 20 seconds, told what it means within 30, then put away. */
export const uploadMs = 2 * minute + 30 * second;

const types = [
  [/\.pdf$/i, 'application/pdf'],
  [/\.docx$/i, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
] as const;

/** What its name says that a file holds, or null for what is no document. Whether it is true is for the reader to see. */
export const documentTypeOf = (name: string): string | null =>
  types.find(([ending]) => ending.test(name))?.[1] ?? null;

/** A file's name without the folders that some browsers send along; a long one keeps its ending. */
export const documentName = (sent: string): string => {
  const name = clean(sent.replace(/^.*[/\\]/s, '').replace(/\s+/g, ' '));
  if (name.length <= nameCharacters) return name;
  const ending = /\.[^.]{1,5}$/.exec(name)?.[0] ?? '';
  return `${cut(name, nameCharacters - ending.length - 1)}…${ending}`;
};

/** Everything that was read, a line for each piece. */
export const textOf = (blocks: readonly Block[]): string => clean(blocks.map(({ text }) => text).join('\n'));

export const excerptOf = (text: string): string => cut(text, excerptCharacters);

/** Whether an agent may have one more than the `documents` there are. */
export const refuseOneMoreDocument = (
  now: Date,
  subscription: Subscription | null,
  documents: number,
): RefusalOf<'no-active-plan' | 'document-limit-reached'> | null => {
  if (!isActiveAt(now, subscription)) return { kind: 'no-active-plan' };
  const limit = subscription.plan.documentsPerAgent;
  return documents < limit ? null : { kind: 'document-limit-reached', limit };
};
