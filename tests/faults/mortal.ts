import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loaded } from './begin.ts';

/** A process that is killed again and again, and takes itself down with this one. */
export type Mortal = {
  /** It stays up, whoever kills it, until it is told to stay down. */
  up(): void;
  kill(): void;
  /** Kills it, and keeps it down. */
  down(): Promise<void>;
  close(): Promise<void>;
};

const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];

/**
 * The script begins when it is told to. The next one is loaded before it is needed: otherwise most kills would fall
 * into the loading.
 */
export const mortal = (
  script: string,
  given: readonly string[],
  heard: (message: unknown) => void = () => {},
): Mortal => {
  const spare = () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...given], { stdio });
    const isLoaded = new Promise<void>((resolve) => {
      child.on('message', (message) => (message === loaded ? resolve() : heard(message)));
    });
    return { child, isLoaded };
  };
  let next = spare();
  let running: ChildProcess | null = null;
  let wanted = false;

  const begin = () => {
    const { child, isLoaded } = next;
    running = child;
    next = spare();
    child.once('exit', () => {
      running = null;
      if (wanted) begin();
    });
    // Whoever was killed before it could begin hears nothing of it.
    void isLoaded.then(() => child.connected && child.send('begin'));
  };

  const down = async () => {
    wanted = false;
    if (running) await killed(running);
  };

  return {
    up() {
      wanted = true;
      if (!running) begin();
    },
    kill: () => void running?.kill('SIGKILL'),
    down,
    async close() {
      await down();
      await killed(next.child);
    },
  };
};

const killed = async (process: ChildProcess): Promise<void> => {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
};
