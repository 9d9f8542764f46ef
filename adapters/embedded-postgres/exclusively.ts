import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 300_000;

/**
 * Runs one process of this machine at a time under a name. The lock is a listening socket: unlike a lock file,
 * the kernel takes it back from a process that was killed.
 */
export const exclusively = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.lock`);
  const giveUpAt = Date.now() + patienceMs;
  let lock = await listen(address);
  while (!lock) {
    if (Date.now() > giveUpAt)
      throw new Error(`Another process has been holding ${name} for ${patienceMs / 1000} s.`);
    if (!address.startsWith('\0') && !(await held(address))) rmSync(address, { force: true });
    await sleep(30);
    lock = await listen(address);
  }
  const taken = lock;
  try {
    return await work();
  } finally {
    await new Promise((done) => taken.close(done));
  }
};

const listen = (address: string) =>
  new Promise<Server | null>((answer, fail) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? answer(null) : fail(error),
    );
    server.listen(address, () => answer(server));
  });

const held = (address: string) =>
  new Promise<boolean>((answer) => {
    const caller = connect(address, () => answer(true));
    caller.once('error', () => answer(false)).once('connect', () => caller.destroy());
  });
