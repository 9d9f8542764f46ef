import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick. */
const tickMs = 10;

export type Program = { readonly pid: number; readonly process: ChildProcess; stop(): Promise<void> };

/** Starts one of our programs in a process of its own, which ends with this one. */
export const startProgram = (
  path: string,
  { environment = {}, flags = [] }: { environment?: Record<string, string>; flags?: readonly string[] } = {},
): Program => {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../..', path)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    pid: child.pid ?? 0,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
};

/** The next thing that the program says to us; its end is a failure. */
export const heardFrom = <Said>({ process: child }: Program): Promise<Said> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.at(-1)} ended without an answer.`));
    child.once('exit', ended);
    child.once('message', (said) => {
      child.off('exit', ended);
      resolve(said as Said);
    });
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** What was started by a process, by those it started, and so on. */
export const descendantsOf = (pid: number): number[] =>
  familyOf(pid)
    .slice(1)
    .flatMap((child) => [child, ...descendantsOf(child)]);

export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/** What processes have used of the processors so far. Of a parent, also what its children had used that have ended. */
export const cpuMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const fields = statOf(pid);
    return sum + [11, 12, 13, 14].reduce((ticks, field) => ticks + Number(fields[field] ?? 0), 0) * tickMs;
  }, 0);

/** A process and its children; of PostgreSQL that is all there is. */
export const familyOf = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && Number(statOf(each)[1]) === pid),
];

/** Of a process that has just ended there is nothing. */
const statOf = (pid: number): readonly string[] => {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

export const rssMb = (pid: number): number => kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024;

/** Memory with what is shared divided among those that share it, so that it may be summed. */
export const pssMb = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024, 0);

const kilobytes = (path: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(path))?.[1] ?? 0);

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
