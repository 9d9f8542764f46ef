import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildBuffer } from '@whiskeysockets/baileys';

export type Attributes = Readonly<Record<string, string | undefined>>;

export const node = (tag: string, attrs: Attributes = {}, content?: BinaryNode['content']): BinaryNode => ({
  tag,
  attrs: Object.fromEntries(
    Object.entries(attrs).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ),
  ...(content !== undefined && { content }),
});

export const child = (parent: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  getBinaryNodeChild(parent, tag);

export const children = (parent: BinaryNode | undefined): readonly BinaryNode[] =>
  Array.isArray(parent?.content) ? parent.content : [];

/** The bytes that every stanza of this kind has. */
export const bytesOf = (parent: BinaryNode | undefined, tag: string): Buffer => {
  const bytes = parent && getBinaryNodeChildBuffer(parent, tag);
  if (!bytes) throw new Error(`<${parent?.tag}> has no <${tag}>.`);
  return Buffer.from(bytes);
};

export const numberOf = (parent: BinaryNode | undefined, tag: string): number => {
  const bytes = bytesOf(parent, tag);
  return bytes.readUIntBE(0, bytes.length);
};

export const bigEndian = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

export const seconds = (at = new Date()): string => String(Math.floor(at.getTime() / 1000));

/** `5511987654321:3@s.whatsapp.net` → `5511987654321`. */
export const userOf = (jid: string): string => jid.split(/[:@]/, 1)[0] ?? '';
