import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#adapters/postgres/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

type Running = { readonly url: string; users: number; stop(): Promise<void> };

/** Each project sets up in a module world of its own, but all in one process: here they find the one server. */
const shared = globalThis as { prosaTestDatabase?: Promise<Running> | undefined };

/** One PostgreSQL for the whole run, whichever projects take part in it. */
export default async (project: TestProject) => {
  shared.prosaTestDatabase ??= start();
  const running = await shared.prosaTestDatabase;
  running.users++;
  project.provide('databaseUrl', running.url);
  return async () => {
    if (--running.users > 0) return;
    shared.prosaTestDatabase = undefined;
    await running.stop();
  };
};

const start = async (): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-test-'));
  chmodSync(folder, 0o711);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  const stopAll = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(url);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return { url, users: 0, stop: stopAll };
};

const makeTemplate = async (url: string) => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database template_of_tests');
  await client.end();
  await migrate(url.replace('/prosa?', '/template_of_tests?'));
};
