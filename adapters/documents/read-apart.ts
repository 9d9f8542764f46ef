import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import type { Answer } from './read-document.ts';

export type Bounds = {
  readonly timeMs: number;
  readonly memoryBytes: number;
};

const heapMegabytes = 256;
const answerBytesMax = 32 * 1024 * 1024;
const tooHard: Answer = { kind: 'refused', problem: 'too-hard' };

/** Reads in a process of its own, which may read its own code and nothing else, and is killed at its bounds. */
export const readApart = (bytes: Uint8Array, { timeMs, memoryBytes }: Bounds): Promise<Answer> =>
  new Promise((settle, fail) => {
    const child = spawn(
      process.execPath,
      [
        '--permission',
        '--allow-worker',
        ...readable.map((path) => `--allow-fs-read=${path}`),
        `--max-old-space-size=${heapMegabytes}`,
        '--no-warnings',
        childPath,
        String(memoryBytes),
        String(timeMs),
      ],
      { stdio: ['pipe', 'pipe', 'ignore'], env: {}, cwd: import.meta.dirname },
    );
    const kill = () => child.kill('SIGKILL');
    const clock = setTimeout(kill, timeMs);
    const chunks: Buffer[] = [];
    let received = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > answerBytesMax) kill();
      else chunks.push(chunk);
    });
    // A child that dies before it has read everything breaks the pipe.
    child.stdin.on('error', () => {});
    child.on('error', fail);
    child.on('close', (code) => {
      clearTimeout(clock);
      // Documents end the child by a signal or not at all: only what is wrong with ourselves ends it so.
      if (code === 1 || code === 9) fail(new Error(`The reader of documents ended with ${code}.`));
      else settle(code === 0 && received <= answerBytesMax ? answerIn(chunks) : tooHard);
    });
    child.stdin.end(bytes);
  });

const root = join(import.meta.dirname, '../..');
const childPath = join(import.meta.dirname, 'child.ts');

/** The libraries lie where Node finds them, which need not be below our own folder. */
const readable = [
  join(root, 'package.json'),
  join(root, 'core/domain/'),
  join(import.meta.dirname, '/'),
  createRequire(join(import.meta.dirname, 'read-apart.ts'))
    .resolve('mammoth')
    .replace(/(.*[\\/]node_modules[\\/]).*/, '$1'),
];

const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    document: z.object({
      pages: z.int().nullable(),
      blocks: z
        .array(
          z.object({
            kind: z.enum(['heading', 'paragraph', 'row']),
            text: z.string(),
            page: z.int().nullable(),
          }),
        )
        .nonempty(),
    }),
  }),
  z.object({
    kind: z.literal('refused'),
    problem: z.enum(['wrong-type', 'encrypted', 'corrupt', 'too-long', 'no-text', 'too-hard']),
  }),
]);

const answerIn = (chunks: readonly Buffer[]): Answer => {
  try {
    return answer.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return tooHard;
  }
};
