import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, launch, makeParent, removeSocketFolder } from './cluster.ts';
import { exclusively } from './exclusively.ts';
import { Keeper, refusedByServer } from './keeper.ts';
import { end, living, type Postmaster } from './postmaster.ts';

export type EmbeddedPostgres = {
  /** Stays right across restarts of the server. */
  readonly url: string;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
};

const calmMs = 60_000;
const longestWaitMs = 10_000;

/**
 * Starts the PostgreSQL that came with the packages, or joins the one already running on the folder, and keeps it running.
 *
 * Processes that share a folder each hold a shared advisory lock; one that stops takes the server down with it only
 * if nobody else holds one. A process that was killed loses its lock with its connection, so it never counts.
 * Starting, joining and stopping happen one process at a time.
 */
export const startEmbeddedPostgres = async (options: {
  dataDir: string;
  log?: Log;
}): Promise<EmbeddedPostgres> => {
  const dataDir = realPath(options.dataDir);
  const log = options.log ?? (() => {});
  const inTurn = <T>(work: () => Promise<T>) => exclusively(`prosa-postgres-${digest(dataDir)}`, work);
  const stopping = new AbortController();
  let recovery = Promise.resolve();
  let joinedAt = 0;
  let attempts = 0;

  const attach = async () => {
    const joined = await inTurn(() => keepRunning(dataDir, log));
    joinedAt = Date.now();
    joined.whenLost(() => {
      if (!stopping.signal.aborted) recovery = recover();
    });
    return joined;
  };

  const recover = async () => {
    log('PostgreSQL is gone; starting it again.');
    if (Date.now() - joinedAt > calmMs) attempts = 0;
    while (!stopping.signal.aborted) {
      await sleep(Math.min(longestWaitMs, 100 * 2 ** attempts++), null, { signal: stopping.signal }).catch(
        () => {},
      );
      if (stopping.signal.aborted) return;
      try {
        keeper = await attach();
        return log('PostgreSQL is back.');
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };

  let keeper = await attach();
  const url = `postgresql://prosa@localhost/prosa?host=${encodeURIComponent(keeper.socketDir)}`;

  const stop = async () => {
    stopping.abort();
    await recovery;
    await inTurn(async () => {
      const stake = keeper.lost ? await rejoin(dataDir) : keeper;
      if (stake && !(await stake.leave())) return;
      await end(dataDir, ['SIGINT', 'SIGQUIT', 'SIGKILL']);
      removeSocketFolder(keeper.socketDir);
    });
  };
  let stopped: Promise<void> | null = null;
  return { url, stop: () => (stopped ??= stop()) };
};

/** A server that answers, whoever started it; one that does not is stopped first. */
const keepRunning = async (dataDir: string, log: Log): Promise<Keeper> => {
  const running = await settled(dataDir, log);
  if (running) {
    try {
      const keeper = await Keeper.join(running.socketDir, dataDir);
      log('Joined the PostgreSQL that is already running.');
      return keeper;
    } catch (error) {
      if (refusedByServer(error)) throw error;
      log('The running PostgreSQL does not answer; stopping it.');
      await end(dataDir, ['SIGQUIT', 'SIGKILL']);
    }
  }
  const started = await launch(dataDir, log);
  try {
    return await Keeper.join(started.socketDir, dataDir);
  } catch (error) {
    await end(dataDir, ['SIGINT', 'SIGQUIT', 'SIGKILL']);
    throw error;
  }
};

/** Null when there is nothing to join any more. */
const rejoin = async (dataDir: string): Promise<Keeper | null> => {
  const running = living(dataDir);
  return running ? Keeper.join(running.socketDir, dataDir).catch(() => null) : null;
};

/** Waits while a server is on its way up or down. */
const settled = async (dataDir: string, log: Log): Promise<Postmaster | null> => {
  for (let waited = 0; ; waited += 20) {
    const postmaster = living(dataDir);
    if (!postmaster || postmaster.status === 'ready') return postmaster;
    if (postmaster.status === 'stopping' && waited > 30_000) return postmaster;
    if (waited % 10_000 === 9_980) log(`PostgreSQL is ${postmaster.status || 'starting'}; waiting.`);
    await sleep(20);
  }
};

const realPath = (dataDir: string) => {
  const path = resolve(dataDir);
  makeParent(path);
  return join(realpathSync(dirname(path)), basename(path));
};

const digest = (text: string) =>
  createHash('sha256').update(`${process.getuid?.()} ${text}`).digest('hex').slice(0, 20);
