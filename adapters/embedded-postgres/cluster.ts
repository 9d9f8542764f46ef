import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { living, type Postmaster, pidFile, recorded } from './postmaster.ts';
import { cleanEnvironment, giveTo, type Unprivileged, unprivileged } from './unprivileged.ts';

export type Log = (message: string) => void;

const version = '18';
const socketPrefix = 'prosa-pg-';

/** A database of a few gigabytes on a machine it shares with everything else. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  synchronous_commit: 'on',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The collector outlives us, as the server may; one file a weekday, each overwritten a week later.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  // Without the DETAIL lines, which quote customers' data.
  log_error_verbosity: 'terse',
};

/** Makes the data folder when there is none and starts a server on it. Answers when the server says that it is ready. */
export const launch = async (dataDir: string, log: Log): Promise<Postmaster> => {
  const binaries = findBinaries();
  const tempDir = shortTempDir();
  const account = unprivileged(binaries.postgres, dataDir, tempDir);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(dataDir, binaries, account, log);
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (found !== version) throw new Error(`${dataDir} was made by PostgreSQL ${found}; this is ${version}.`);
  giveTo(account.owner, dataDir);
  const socketDir = socketFolder(dataDir, tempDir);
  giveTo(account.owner, socketDir);
  for (let attempt = 1; ; attempt++) {
    rmSync(pidFile(dataDir), { force: true });
    const trouble = await run(dataDir, socketDir, binaries, account, log);
    if (trouble === null) break;
    // The children of a server that was killed take a moment to notice it.
    if (attempt === 20 || !trouble.includes('still in use'))
      throw new Error(`PostgreSQL did not start: ${trouble}`);
    await sleep(250);
  }
  const started = living(dataDir);
  if (!started) throw new Error('PostgreSQL started and was gone at once.');
  return started;
};

/** Made aside and renamed, so that an interrupted first start leaves no half data folder behind. */
const initialise = (dataDir: string, { initdb }: Binaries, account: Unprivileged, log: Log) => {
  const parent = dirname(dataDir);
  const prefix = `.${basename(dataDir)}-new-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const fresh = mkdtempSync(join(parent, prefix));
  try {
    giveTo(account.owner, fresh);
    log('Creating the database…');
    const [command = '', ...args] = [...account.prefix, initdb, ...initdbArguments(fresh)];
    const made = spawnSync(command, args, {
      ...account.identity,
      cwd: '/',
      env: cleanEnvironment,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
    renameSync(fresh, dataDir);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};

/**
 * The builtin C.UTF-8 locale knows upper and lower case of every letter and, unlike the ones of the machine or of ICU,
 * never changes under an index. Lists that people read are sorted with `collate "pt-BR-x-icu"`.
 * Who reaches the socket is decided by its private folder, hence `trust`.
 */
const initdbArguments = (folder: string) => [
  ...['-D', folder, '--username=postgres', '--auth-local=trust', '--auth-host=reject', '--data-checksums'],
  ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  '--text-search-config=portuguese',
];

/** Null when the server is ready, otherwise its last words. */
const run = async (
  dataDir: string,
  socketDir: string,
  { postgres }: Binaries,
  account: Unprivileged,
  log: Log,
) => {
  const output = join(dataDir, 'startup.log');
  const written = openSync(output, 'w', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...account.prefix, postgres, '-D', dataDir, '-k', socketDir, ...flags];
  // Detached: a Ctrl-C in the terminal is ours to handle, and the server may outlive a process that was killed.
  const child = spawn(command, args, {
    ...account.identity,
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', written, written],
  });
  closeSync(written);
  child.unref();
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  for (
    let waited = 20;
    failure === null && child.exitCode === null && child.signalCode === null;
    waited += 20
  ) {
    await sleep(20);
    if (recorded(dataDir)?.status === 'ready' && living(dataDir)) return null;
    if (waited % 10_000 === 0) log('PostgreSQL is still starting (recovering after an unclean stop).');
  }
  return failure ?? readFileSync(output, 'utf8').trim().split('\n').slice(-3).join(' ');
};

/** A socket path has at most 107 bytes. */
const shortTempDir = () => (tmpdir().length < 70 ? tmpdir() : '/tmp');

/** The folder of the last run where it still stands, so that an address once given stays right. */
const socketFolder = (dataDir: string, tempDir: string): string => {
  const last = recorded(dataDir)?.socketDir;
  if (last && basename(last).startsWith(socketPrefix) && existsSync(last) && ours(last)) return last;
  const folder = mkdtempSync(join(tempDir, socketPrefix));
  chmodSync(folder, 0o700);
  return folder;
};

const ours = (folder: string) => {
  const { mode, uid } = statSync(folder);
  return (mode & 0o077) === 0 && (process.getuid?.() === 0 || uid === process.getuid?.());
};

export const removeSocketFolder = (folder: string) => {
  if (basename(folder).startsWith(socketPrefix)) rmSync(folder, { recursive: true, force: true });
};

export const makeParent = (dataDir: string) => mkdirSync(dirname(dataDir), { recursive: true });
