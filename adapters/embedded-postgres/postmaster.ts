import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL server process that is alive on a data folder, as its own postmaster.pid tells. */
export type Postmaster = { readonly pid: number; readonly socketDir: string; readonly status: string };

export const pidFile = (dataDir: string) => join(dataDir, 'postmaster.pid');

/** What postmaster.pid says, whether or not that process still lives. */
export const recorded = (dataDir: string): Postmaster | null => {
  try {
    const lines = readFileSync(pidFile(dataDir), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Null when nothing runs there: after a power cut the recorded number may belong to any other process. */
export const living = (dataDir: string): Postmaster | null => {
  const postmaster = recorded(dataDir);
  return postmaster && serves(postmaster.pid, dataDir) ? postmaster : null;
};

const serves = (pid: number, dataDir: string): boolean => {
  try {
    // A postmaster's working folder is its data folder; a zombie has none.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(dataDir);
  } catch {
    return false;
  }
};

/** Asks with each signal in turn until the process is gone. SIGINT is PostgreSQL's fast, clean shutdown; SIGQUIT leaves recovery to do. */
export const end = async (dataDir: string, signals: readonly ('SIGINT' | 'SIGQUIT' | 'SIGKILL')[]) => {
  for (const signal of signals) {
    const postmaster = living(dataDir);
    if (!postmaster) return;
    try {
      process.kill(postmaster.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    const until = Date.now() + (signal === 'SIGINT' ? 30_000 : 5_000);
    while (Date.now() < until && serves(postmaster.pid, dataDir)) await sleep(20);
  }
};
