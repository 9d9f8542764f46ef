import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Entry } from './state.ts';

/** Where the phones' memory is written down, an entry a line, so that they outlive this process. */
export type Journal = {
  /** On the disk's side when it returns; throws, leaving no half line, when it cannot be written. */
  append(entry: Entry): void;
  /** Worth rewriting: it has grown to several times what it tells. */
  readonly overgrown: boolean;
  /** Puts a shorter telling of the same in place of everything so far, all or nothing. */
  rewrite(entries: Iterable<Entry>): void;
  close(): void;
};

const smallest = 32 * 1024 * 1024;

/** What was written, oldest first. A last line without its end was being written when the process died: it never counted. */
export const readJournal = (path: string): Entry[] => {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line, i) => {
    try {
      return JSON.parse(line) as Entry;
    } catch {
      throw new Error(`The simulator's journal ${path} cannot be read at line ${i + 1}.`);
    }
  });
};

export const openJournal = (path: string, entries: Iterable<Entry>): Journal => {
  let file = replace(path, entries);
  let closed = false;
  let size = fstatSync(file).size;
  let limit = Math.max(smallest, size * 4);
  return {
    append(entry) {
      if (closed) throw new Error('The journal is closed.');
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        if (writeSync(file, line) < line.length) throw new Error('The disk is full.');
      } catch (fault) {
        ftruncateSync(file, size);
        throw fault;
      }
      size += line.length;
    },
    get overgrown() {
      return size > limit;
    },
    rewrite(entries) {
      limit = size * 2;
      const old = file;
      file = replace(path, entries);
      closeSync(old);
      size = fstatSync(file).size;
      limit = Math.max(smallest, size * 4);
    },
    close() {
      if (!closed) closeSync(file);
      closed = true;
    },
  };
};

/** Keeps nothing, for phones that live as long as the process. */
export const noJournal: Journal = { append() {}, overgrown: false, rewrite() {}, close() {} };

const replace = (path: string, entries: Iterable<Entry>): number => {
  const text = Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  return openSync(path, 'a');
};
