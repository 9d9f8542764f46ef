import { Agent } from 'node:https';
import pg from 'pg';
import { systemClock } from '#adapters/node/clock.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import type { LineEvent } from '#adapters/whatsapp-baileys/line.ts';
import { baileysMessenger } from '#adapters/whatsapp-baileys/messenger.ts';
import type { Timings } from '#adapters/whatsapp-baileys/timings.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { LeasedSession, Messenger, MessengerListener, OutgoingMessage } from '#core/ports/messenger.ts';
import { type RecordingListener, recordingListener } from '../contracts/messenger-world.ts';
import { freshDatabase } from './database.ts';
import { trustFakeWhatsApp } from './fake-whatsapp/certificates.ts';
import type { Handset } from './fake-whatsapp/handset.ts';
import { startFakeWhatsApp } from './fake-whatsapp/server.ts';
import { until } from './pipeline.ts';

export const shortTimings = {
  queryMs: 3_000,
  connectMs: 3_000,
  steadyMs: 0,
  waits: 0.05,
} satisfies Partial<Timings>;

export type Town = Awaited<ReturnType<typeof openTown>>;

/** A process of its own, as far as it can be one here. */
export type Program = {
  readonly messenger: Messenger;
  readonly heard: RecordingListener;
  /** What it says to those who run it. */
  readonly said: LineEvent[];
  /** Every wait that it has begun, in milliseconds. */
  readonly waits: number[];
  /** Every call of the client to its store passes here. */
  readonly store: { pass: Pass };
  /** Leaves nothing of it but its sockets. */
  kill(): void;
};

type Pass = (name: string, call: () => Promise<unknown>) => Promise<unknown>;

/** The real client as a test wants to see it: a WhatsApp of our own on one side, a real database on the other. */
export const openTown = async () => {
  trustFakeWhatsApp();
  const [database, whatsapp] = await Promise.all([freshDatabase(), startFakeWhatsApp({ leastKeys: 1 })]);
  const pool = new pg.Pool({ connectionString: database.url, max: 6 });
  pool.on('error', () => undefined);
  const devices = postgresDevices(pool, vaultFor(deviceSecret, 'devices'));
  const maria = whatsapp.person({ pn: '5521998887766', name: 'Maria' });
  const programs: { kill(): void }[] = [];
  let agents = 0;

  /** Another business, which nobody has paired yet. */
  const business = () => {
    agents += 1;
    const phone = `55119876${String(50_000 + agents)}` as Phone;
    const session: LeasedSession = { accountId: 1, agentId: agents, phone, epoch: 1 };
    return { session, owner: whatsapp.person({ pn: phone, name: 'Padaria' }) };
  };

  const start = (timings: Partial<Timings> = {}, { random = () => 0.5, haste = 1 } = {}): Program => {
    const heard = recordingListener();
    const said: LineEvent[] = [];
    const waits: number[] = [];
    const never = new Promise<never>(() => {});
    let alive = true;
    const store: Program['store'] = { pass: (_name, call) => call() };
    const program: Program = {
      heard,
      said,
      waits,
      store,
      messenger: baileysMessenger({
        devices: through(devices, async (name, call) => {
          const answer = await (alive ? store.pass(name, call) : never);
          return alive ? answer : never;
        }),
        clock: systemClock,
        timers: {
          after(ms, act) {
            waits.push(ms);
            const timer = setTimeout(() => alive && act(), ms / haste);
            return () => clearTimeout(timer);
          },
        },
        random,
        say: (event) => void said.push(event),
        network: { url: whatsapp.url, uploads: new Agent({ ca: whatsapp.media.ca }) },
        timings: { ...shortTimings, ...timings },
      }),
      kill() {
        alive = false;
      },
    };
    program.messenger.listen(whileAlive(heard, () => alive));
    programs.push(program);
    return program;
  };

  /** The business with its number connected in this process. */
  const pair = async ({ session, owner }: Business, { messenger, heard }: Program) => {
    const before = heard.changes.length;
    await messenger.open(session);
    await until(() => heard.changes.slice(before).some(({ kind }) => kind === 'qr'));
    const shown = heard.changes.findLast((change) => change.kind === 'qr');
    const account = await whatsapp.scan(shown?.kind === 'qr' ? shown.payload : '', owner);
    if (!account) throw new Error('The QR was not good any more.');
    // Nobody can write to a device that has not handed in its keys.
    await until(() => heard.changes.at(-1)?.kind === 'connected' && account.ready);
    return account;
  };

  const rows = async (
    table: 'devices' | 'device_keys' | 'device_inbox' | 'device_sent',
    { agentId }: LeasedSession,
  ) => (await pool.query(`select * from ${table} where agent_id = $1`, [agentId])).rows;

  return {
    whatsapp,
    pool,
    databaseUrl: database.url,
    devices,
    maria,
    business,
    start,
    pair,
    rows,
    /** Whether credentials and keys are still there. */
    hasKeys: async (session: LeasedSession) => {
      const [device] = await rows('devices', session);
      const keys = (await rows('device_keys', session)).filter(({ value }) => value !== null);
      return { credentials: Boolean(device?.credentials), keys: keys.length > 0 };
    },
    close: async () => {
      for (const { kill } of programs) kill();
      await whatsapp.close();
      await pool.end();
      await database.drop();
    },
  };
};

export const deviceSecret = 'a secret key of thirty-two bytes';

type Business = { readonly session: LeasedSession; readonly owner: Handset };

let messages = 0;

export const outgoing = (text: string, to: Partial<OutgoingMessage>): OutgoingMessage => ({
  providerId: `3EB0${String(++messages).padStart(16, '0')}`,
  chat: null,
  phone: null,
  text,
  attachment: null,
  ...to,
});

export const textsOf = ({ kept }: RecordingListener) => kept.map(({ text }) => text);

/** The same thing, every call of which passes here, and every call of what it answers. */
const through = <Thing extends object>(thing: Thing, pass: Pass, path = ''): Thing =>
  new Proxy(thing, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      if (isPlain(part)) return through(part, pass, `${path}${String(name)}.`);
      if (typeof part !== 'function') return part;
      return async (...given: unknown[]) => {
        const answer = await pass(`${path}${String(name)}`, () => part.apply(target, given));
        return isPlain(answer) && path === '' && name === 'open' ? through(answer, pass) : answer;
      };
    },
  });

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const whileAlive = (heard: MessengerListener, alive: () => boolean): MessengerListener => ({
  arriving: (session, message) => void (alive() && heard.arriving(session, message)),
  received: (session, message) => (alive() ? heard.received(session, message) : new Promise(() => {})),
  connection: (session, change) => (alive() ? heard.connection(session, change) : new Promise(() => {})),
});
