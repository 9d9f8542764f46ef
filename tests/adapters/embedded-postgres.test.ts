import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#adapters/embedded-postgres/start-embedded-postgres.ts';

describe('embedded PostgreSQL', () => {
  let folder: string;
  let dataDir: string;
  let started: EmbeddedPostgres[];
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-embedded-'));
    chmodSync(folder, 0o711);
    dataDir = join(folder, 'data');
    started = [];
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const postgres of started) await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts a PostgreSQL 18 with checksums that lower-cases Portuguese, and stops it without a trace', async () => {
    const { url, stop } = await start();
    const [facts] = await ask(
      url,
      `select current_setting('server_version') as version, current_setting('data_checksums') as checksums,
              current_setting('synchronous_commit') as synchronous, current_setting('listen_addresses') as addresses,
              lower('AÇÃO') as lower, current_user as role, (select rolsuper from pg_roles where rolname = current_user)`,
    );
    expect(facts).toEqual({
      version: expect.stringMatching(/^18\./),
      checksums: 'on',
      synchronous: 'on',
      addresses: '',
      lower: 'ação',
      role: 'prosa',
      rolsuper: false,
    });
    const pid = postmasterPid();
    await stop();
    expect(alive(pid)).toBe(false);
    expect(existsSync(socketDir(url))).toBe(false);
  });

  it('never runs as root, also in a folder that no other user may enter', async () => {
    chmodSync(folder, 0o700);
    const { url } = await start();
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // `nobody` inside a user namespace is shown to the outside as root, so ask where it believes to be.
    expect(ownUid(postmasterPid())).not.toBe('0');
    expect(statSync(socketDir(url)).mode & 0o077).toBe(0);
  });

  it('keeps what was written from one start to the next', async () => {
    const first = await start();
    await ask(first.url, 'create table greeting as select 1 as id');
    await first.stop();
    const second = await start();
    expect(await ask(second.url, 'select * from greeting')).toEqual([{ id: 1 }]);
  });

  it('is adopted by the next process after ours was killed', async () => {
    const { child, url } = await startElsewhere();
    await ask(url, 'create table greeting as select 1 as id');
    const pid = postmasterPid();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(alive(pid)).toBe(true);
    const adopted = await start();
    expect(adopted.url).toBe(url);
    expect(postmasterPid()).toBe(pid);
    expect(await ask(adopted.url, 'select * from greeting')).toEqual([{ id: 1 }]);
    await adopted.stop();
    expect(alive(pid)).toBe(false);
  });

  it('is replaced when the one left behind no longer answers', async () => {
    const { child, url } = await startElsewhere();
    await ask(url, 'create table greeting as select 1 as id');
    const pid = postmasterPid();
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(socketDir(url), { recursive: true });
    const fresh = await start();
    expect(postmasterPid()).not.toBe(pid);
    expect(await ask(fresh.url, 'select * from greeting')).toEqual([{ id: 1 }]);
  });

  it('comes back at the same address after the server was killed, with what was committed', async () => {
    const { url } = await start();
    await ask(url, 'create table greeting as select 1 as id');
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await until(
      () => ask(url, 'select * from greeting'),
      (rows) => expect(rows).toEqual([{ id: 1 }]),
    );
    expect(postmasterPid()).not.toBe(pid);
  });

  it('is shared by processes started at once and stops with the last of them', async () => {
    const [elsewhere, here] = await Promise.all([startElsewhere(), start()]);
    expect(elsewhere.url).toBe(here.url);
    const pid = postmasterPid();
    await here.stop();
    expect(alive(pid)).toBe(true);
    elsewhere.child.kill('SIGTERM');
    await once(elsewhere.child, 'exit');
    expect(alive(pid)).toBe(false);
  });

  it('starts although postmaster.pid names a process that is something else by now', async () => {
    const first = await start();
    await first.stop();
    writeFileSync(
      join(dataDir, 'postmaster.pid'),
      `${process.pid}\n${dataDir}\n0\n5432\n/nowhere\n\n\nready\n`,
    );
    const second = await start();
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  // Helpers

  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    started.push(postgres);
    return postgres;
  };

  const startElsewhere = async () => {
    const module = resolve('adapters/embedded-postgres/start-embedded-postgres.ts');
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      const { url, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      process.on('SIGTERM', () => stop());
      console.log(url);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = await once(child.stdout, 'data');
    return { child, url: String(line).trim() };
  };

  const postmasterPid = () => Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
});

const socketDir = (url: string) => new URL(url).searchParams.get('host') ?? '';

const ask = async (url: string, query: string) => {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
};

const alive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** The user a process is to itself: its number in its own user namespace. */
const ownUid = (pid: number) => {
  const [inside = '', outside = ''] = readFileSync(`/proc/${pid}/uid_map`, 'utf8').trim().split(/\s+/);
  const seen = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  return outside === seen ? inside : seen;
};

const until = async <T>(look: () => Promise<T>, holds: (seen: T) => void) => {
  for (let tries = 0; ; tries++) {
    try {
      return holds(await look());
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(50);
    }
  }
};
