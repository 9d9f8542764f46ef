import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vaultFor } from '#adapters/node/vault.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { notifyChannel } from '#adapters/postgres/signals.ts';
import type { Session } from '#core/ports/messenger.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import type { Handset } from '#tests/support/fake-whatsapp/handset.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { until } from '#tests/support/pipeline.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

const secretKey = 'a secret key that nobody else has, 0123456789';
const root = join(import.meta.dirname, '../..');

let database: FreshDatabase;
let whatsapp: FakeWhatsApp;
let pool: pg.Pool;
let scratch: string;
let stop: () => Promise<void>;
/** Everything that the product wrote for people who run it. */
let written = '';

beforeAll(async () => {
  scratch = makeScratch();
  [database, whatsapp] = await Promise.all([freshDatabase(), startFakeWhatsApp()]);
  pool = (await openDatabase(database.url)).pool;
  const child = spawn(process.execPath, ['apps/server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(scratch, 'data'),
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      WHATSAPP_GATEWAY: 'baileys',
      WHATSAPP_URL: whatsapp.url,
      WHATSAPP_PACE: 'none',
      BURST_WINDOW_MS: '50',
      BURST_MAX_MS: '200',
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      written += String(text);
    });
  const ended = once(child, 'exit');
  stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  await until(() => written.includes('Prosa no ar'), 50);
}, 60_000);

afterAll(async () => {
  await whatsapp.close();
  await pool.end();
  await database.drop();
  await sweepScratch(scratch);
});

it('keeps every text, number, code and key out of all that the product writes down for its operator', async () => {
  const secrets = new Map<string, string>();
  const plant = (what: string, secret: string) => {
    secrets.set(what, secret);
    return secret;
  };
  const shop = await openAgent(pool, phone('11987654321'));
  const owner = whatsapp.person({ pn: '5511987654321', name: 'Salão' });
  const maria = whatsapp.person({ pn: plant('the customer’s number', '5521998887766'), name: 'Maria' });
  plant('the customer’s LID', maria.lid);

  // A phone of another number, by QR; then the right one, by a code.
  await want(shop, false);
  const wrongQr = plant('the QR', await shown(shop, 'qr'));
  for (const [n, part] of wrongQr.split(/[#,]/).entries())
    if (part.length > 15) plant(`the QR’s part ${n}`, part);
  const stranger = await whatsapp.scan(wrongQr, whatsapp.person({ pn: '5531966665555', name: 'Outra' }));
  await until(() => stranger?.unlinked === true);
  await until(async () => (await numberOf(shop))?.problem === 'wrong-number');
  await want(shop, true);
  const code = plant('the pairing code', await shown(shop, 'pairing_code'));
  await until(() => whatsapp.typesCode(code, owner));
  await until(async () => (await numberOf(shop))?.state === 'connected');
  const account = whatsapp.accountOf(owner);
  if (!account) throw new Error('No device was linked.');

  const question = plant('what the customer wrote', 'Quanto custa o corte da Filomena?');
  await whatsapp.write(maria, owner, { text: question });
  await until(() => answersTo(maria).length === 1);
  plant('what we answered', answersTo(maria)[0] ?? '');
  const byOwner = plant('what the owner wrote', 'Dona Quitéria responde já');
  await whatsapp.ownerWrites(owner, maria, { text: byOwner });
  // Everything that makes libsignal talk: sessions begun anew, garbled messages, a lost line, refused messages.
  for (let n = 0; n < 3; n += 1) {
    await maria.forget(account);
    await whatsapp.write(maria, owner, { text: plant(`message ${n}`, `Segredo número ${n} da Filomena`) });
    await whatsapp.write(maria, owner, { text: 'x', envelope: 'garbled' });
  }
  await until(() => account.waiting.size === 0);
  whatsapp.treat(() => ({ error: '479' }));
  account.streamError('503');
  await until(() => account.logins === 2, 15);
  const joao = whatsapp.person({ pn: plant('another number', '5531977776666'), name: 'João' });
  await whatsapp.write(joao, owner, { text: plant('another message', 'Aqui é o João Evangelista') });
  await until(() => whatsapp.sent.some(({ to }) => to.startsWith(joao.lid)));

  const keys = await privateKeys(shop);
  expect(keys.length).toBeGreaterThan(20);
  for (const [n, key] of keys.entries()) {
    plant(`key ${n} in hex`, key.toString('hex'));
    plant(`key ${n} in base64`, key.toString('base64').replace(/=+$/, ''));
    plant(`key ${n} in base64url`, key.toString('base64url'));
    plant(`key ${n} in numbers`, [...key].join(','));
    plant(`key ${n} in lines of numbers`, [...key].join(', '));
    plant(`key ${n} as Node prints it`, (key.toString('hex').match(/../g) ?? []).join(' '));
  }
  await stop();
  const all = [
    written,
    ...filesBelow(join(scratch, 'data')).map((path) => readFileSync(path, 'latin1')),
  ].join('\n');
  expect(all).toContain('"level":');
  const found = [...secrets].filter(([, secret]) => all.includes(secret));
  expect(found.map(([what]) => what)).toEqual([]);
  expect(all).not.toMatch(/SessionEntry|privKey|rootKey|Closing session/);
}, 60_000);

it('would show private keys if libsignal were let speak', () => {
  const program = (first: string) => `${first}
    const { default: { SessionRecord } } = await import('libsignal');
    new SessionRecord().closeSession({ indexInfo: { closed: -1 }, currentRatchet: { rootKey: 'planted-root-key' } });
    console.log('The end.');`;
  const said = (first: string, ...flags: string[]) =>
    execFileSync(process.execPath, [...flags, '--input-type=module', '-e', program(first)], {
      cwd: root,
      encoding: 'utf8',
    });
  const silence = `await import('./adapters/whatsapp-baileys/silence.ts');`;
  expect(said('')).toContain('planted-root-key');
  expect(said(silence)).toBe('The end.\n');
  expect(said(silence, '--stack-trace-limit=0')).toBe('The end.\n');
});

// Helpers

/** The owner asks for the number to be connected, by a QR or by a code. */
const want = async ({ agentId }: Session, byCode: boolean) => {
  await pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, pairing_code_wanted, changed_at)
     select id, account_id, phone, phone_key, 'on', 'connecting', $2, now() from agents where id = $1
     on conflict (agent_id) do update set wanted = 'on', state = 'connecting', problem = null, qr = null,
       pairing_code = null, pairing_code_wanted = $2, changed_at = now()`,
    [agentId, byCode],
  );
  await pool.query('select pg_notify($1, $2)', [notifyChannel, 'numbers']);
};

type NumberRow = {
  readonly state: string;
  readonly problem: string | null;
  readonly [column: string]: unknown;
};

const numberOf = async ({ agentId }: Session) =>
  (await pool.query<NumberRow>('select * from numbers where agent_id = $1', [agentId])).rows[0];

const shown = async (session: Session, what: 'qr' | 'pairing_code'): Promise<string> => {
  await until(async () => Boolean((await numberOf(session))?.[what]), 20);
  return String((await numberOf(session))?.[what]);
};

const answersTo = (customer: Handset) =>
  customer
    .chatWith('5511987654321')
    .shown.filter(({ fromMe }) => fromMe)
    .flatMap(({ text }) => (text ? [text] : []));

/** Whatever in the device’s credentials, keys and sessions is as long as a key. */
const privateKeys = async ({ accountId, agentId }: Session): Promise<Buffer[]> => {
  const vault = vaultFor(secretKey, 'devices');
  const place = ['devices', accountId, agentId].join('|');
  const { rows: devices } = await pool.query<{ credentials: Buffer }>('select credentials from devices');
  const { rows: keys } = await pool.query<{ type: string; id: string; value: Buffer }>(
    `select type, id, value from device_keys where value is not null
     and (type = 'session' or type = 'pre-key' and id::int % 50 = 0)`,
  );
  const texts = [
    ...devices.map(({ credentials }) => vault.open(credentials, place)),
    ...keys.map(({ type, id, value }) =>
      vault.open(value, ['device_keys', accountId, agentId, type, id].join('|')),
    ),
  ];
  const found = texts.flatMap((text) => text.match(/[A-Za-z0-9+/]{43,44}={0,2}(?=")/g) ?? []);
  return [...new Set(found)].map((text) => Buffer.from(text, 'base64')).filter(({ length }) => length >= 32);
};

const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
};
