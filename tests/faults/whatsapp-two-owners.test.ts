import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifyChannel } from '#adapters/postgres/signals.ts';
import type { Session } from '#core/ports/messenger.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import type { Account } from '#tests/support/fake-whatsapp/account.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';
import { startBaileysGateway } from './baileys-gateway.ts';

const starts = Number(process.env.STARTS ?? 12);

let database: FreshDatabase;
let whatsapp: FakeWhatsApp;
let pool: pg.Pool;
let session: Session;
let account: Account;
const troubles: unknown[] = [];
const children: ChildProcess[] = [];

const start = async () => {
  const processId = randomUUID();
  const stop = await startBaileysGateway({
    databaseUrl: database.url,
    whatsappUrl: whatsapp.url,
    processId,
    failed: (error) => void troubles.push(error),
  });
  return { processId, stop };
};

beforeAll(async () => {
  [database, whatsapp] = await Promise.all([freshDatabase(), startFakeWhatsApp()]);
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  session = await openAgent(pool, phone('11987654321'));
  const first = await start();
  await pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
     select id, account_id, phone, phone_key, 'on', 'connecting', now() from agents where id = $1`,
    [session.agentId],
  );
  await pool.query('select pg_notify($1, $2)', [notifyChannel, 'numbers']);
  await until(async () => Boolean((await number()).qr));
  const owner = whatsapp.person({ pn: '5511987654321', name: 'Salão' });
  const linked = await whatsapp.scan((await number()).qr ?? '', owner);
  if (!linked) throw new Error('The QR was not good any more.');
  account = linked;
  await until(isConnected);
  await first.stop();
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await whatsapp.close();
  await pool.end();
  await database.drop();
});

it(`never has two live sockets of one number, however often two processes start it (${starts} starts)`, async () => {
  const logins = account.logins;
  let two = await Promise.all([start(), start()]);
  for (let n = 2; n < starts; n += 2) {
    await until(isConnected);
    expect(account.connections.size).toBe(1);
    // Whoever has it leaves, at whatever moment the others come.
    const leaving = two;
    const [coming] = await Promise.all([
      Promise.all([start(), start()]),
      ...leaving.map(({ stop }) => pause(Math.random() * 60).then(stop)),
    ]);
    two = coming;
  }
  await until(isConnected);
  expect(account.mostConnections).toBe(1);
  expect(account.logins - logins).toBeGreaterThanOrEqual(starts / 2);
  expect(troubles).toEqual([]);
  await Promise.all(two.map(({ stop }) => stop()));
  await until(() => account.connections.size === 0);
}, 240_000);

it('is taken over by the other process when its owner was killed, and never connected twice', async () => {
  const ids: readonly string[] = [randomUUID(), randomUUID()];
  for (const id of ids) children.push(child(id));
  await until(isConnected, 30);
  const owner = (await number()).process_id ?? '';
  const { logins } = account;
  children[ids.indexOf(owner)]?.kill('SIGKILL');
  const killedAt = performance.now();
  await until(() => account.connections.size === 0);
  await until(async () => account.logins > logins && (await isConnected()), 40);
  const seconds = (performance.now() - killedAt) / 1_000;
  console.log(`Taken over ${seconds.toFixed(1)} s after SIGKILL.`);
  expect((await number()).process_id).not.toBe(owner);
  expect(account.mostConnections).toBe(1);
  expect(seconds).toBeLessThan(25);
}, 90_000);

// Helpers

type NumberRow = { readonly state: string; readonly qr: string | null; readonly process_id: string | null };

const number = async (): Promise<NumberRow> => {
  const { rows } = await pool.query<NumberRow>('select * from numbers where agent_id = $1', [
    session.agentId,
  ]);
  return rows[0] ?? { state: '', qr: null, process_id: null };
};

const isConnected = async () =>
  account.connections.size === 1 && (await number()).state === 'connected' && account.presence !== null;

const child = (processId: string) =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, 'gateway-process.ts'), database.url, whatsapp.url, processId],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
