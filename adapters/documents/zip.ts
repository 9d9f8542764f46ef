import { crc32, inflateRawSync } from 'node:zlib';
import { Unreadable } from './unreadable.ts';

export type Archive = {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => Buffer;
};

const entriesMax = 2_000;
const entryBytesMax = 50 * 1024 * 1024;
const archiveBytesMax = 100 * 1024 * 1024;
const ratioMax = 100;
/** Below this the ratio says nothing: a few repeated lines already pack to next to nothing. */
const ratioFromBytes = 100 * 1024;

type Entry = {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly symlink: boolean;
  readonly at: number;
};

/** Judges the whole directory before a single byte is inflated, and holds every entry to what the directory said of it. */
export const openZip = (bytes: Buffer): Archive => {
  const end = endOf(bytes);
  const entries = entriesOf(bytes, end);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (entries.some(({ encrypted }) => encrypted)) throw new Unreadable('encrypted');
  insist(byName.size === entries.length);
  insist(entries.every(harmless));
  insist(total(entries.map(({ size }) => size)) <= archiveBytesMax);
  insist(apart(entries, end.directoryAt));
  return {
    has: (name) => byName.has(name),
    read: (name) => {
      const entry = byName.get(name);
      insist(entry !== undefined);
      return inflated(bytes, entry);
    },
  };
};

function insist(condition: boolean): asserts condition {
  if (!condition) throw new Unreadable('corrupt');
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

type End = { readonly count: number; readonly directoryAt: number; readonly directoryEnd: number };

const endOf = (bytes: Buffer): End => {
  const at = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  insist(at >= 0 && at + 22 <= bytes.length);
  insist(at + 22 + bytes.readUInt16LE(at + 20) === bytes.length);
  const count = bytes.readUInt16LE(at + 10);
  const directoryAt = bytes.readUInt32LE(at + 16);
  insist(bytes.readUInt32LE(at + 4) === 0 && bytes.readUInt16LE(at + 8) === count && count <= entriesMax);
  insist(directoryAt + bytes.readUInt32LE(at + 12) === at);
  return { count, directoryAt, directoryEnd: at };
};

const entriesOf = (bytes: Buffer, { count, directoryAt, directoryEnd }: End): Entry[] => {
  const entries: Entry[] = [];
  let at = directoryAt;
  for (let i = 0; i < count; i++) {
    insist(at + 46 <= directoryEnd && bytes.readUInt32LE(at) === 0x02014b50);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    insist(next <= directoryEnd);
    entries.push({
      name: bytes.toString('utf8', at + 46, nameEnd),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      symlink: bytes[at + 5] === 3 && (bytes.readUInt16LE(at + 40) & 0xf000) === 0xa000,
      at: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  insist(at === directoryEnd);
  return entries;
};

const harmless = ({ name, method, packed, size, symlink }: Entry): boolean =>
  !symlink &&
  (method === 8 || (method === 0 && packed === size)) &&
  size <= entryBytesMax &&
  (size <= ratioFromBytes || size <= packed * ratioMax) &&
  !/^\/|^[a-z]:|\\|\0|(^|\/)\.\.(\/|$)/i.test(name);

/** Entries that share bytes make a bomb that no sum of sizes shows; one that starts late hides another file before it. */
const apart = (entries: readonly Entry[], directoryAt: number): boolean => {
  const sorted = entries.toSorted((one, other) => one.at - other.at);
  return (
    (sorted[0]?.at ?? 0) === 0 &&
    sorted.every(({ at, packed }, i) => at + 30 + packed <= (sorted[i + 1]?.at ?? directoryAt))
  );
};

const inflated = (bytes: Buffer, { name, method, crc, packed, size, at }: Entry): Buffer => {
  insist(bytes.readUInt32LE(at) === 0x04034b50);
  const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
  const start = nameEnd + bytes.readUInt16LE(at + 28);
  insist(bytes.toString('utf8', at + 30, nameEnd) === name && start + packed <= bytes.length);
  const data = bytes.subarray(start, start + packed);
  const plain = method === 0 ? data : inflateAtMost(data, size);
  insist(plain.length === size && crc32(plain) === crc);
  return plain;
};

const inflateAtMost = (data: Buffer, size: number): Buffer => {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new Unreadable('corrupt');
  }
};
