import { documentLimits } from '#core/domain/document.ts';
import type { DocumentReader } from '#core/ports/document-reader.ts';
import { containerOf } from './container.ts';
import { readApart } from './read-apart.ts';

export type DocumentReaderOptions = {
  /** Lets few documents be read at once and few wait: each takes a process, and waiting bytes stay in memory. */
  readonly inTurn: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  readonly timeMs?: number;
  readonly memoryBytes?: number;
};

export const documentReader = ({
  inTurn,
  timeMs = 20_000,
  memoryBytes = 512 * 1024 * 1024,
}: DocumentReaderOptions): DocumentReader => ({
  read: async (bytes) => {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (containerOf(view) === null) return { kind: 'refused', problem: 'wrong-type' };
    if (bytes.length > documentLimits.bytes) return { kind: 'refused', problem: 'too-long' };
    return inTurn(() => readApart(bytes, { timeMs, memoryBytes }));
  },
});
