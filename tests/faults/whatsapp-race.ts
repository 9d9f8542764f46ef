import '#adapters/whatsapp-baileys/silence.ts';
import {
  BufferJSON,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys';
import pg from 'pg';
import { systemClock } from '#adapters/node/clock.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import { baileysMessenger } from '#adapters/whatsapp-baileys/messenger.ts';
import type { Device, DeviceStore } from '#core/ports/device-store.ts';
import type { MessengerListener } from '#core/ports/messenger.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { silentLogger } from '#tests/support/fake-whatsapp/silent-logger.ts';
import { phone } from '#tests/support/shop.ts';

export type RaceReport = {
  readonly each: number;
  /** What the customer sees as "waiting for this message". */
  readonly unreadable: number;
  readonly notShown: number;
  readonly notReceived: number;
  /** Messages that our side could not read, and asked for again. */
  readonly askedAgain: number;
  readonly seconds: number;
};

const storeMs = 10;
const atOnce = 8;
const number = phone('11987654321');

/** As many messages come in as go out, in one chat, at the same time, over a store that takes up to 10 ms for everything. */
export const race = async (url: string, each: number): Promise<RaceReport> => {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const whatsapp = await startFakeWhatsApp();
  const owner = whatsapp.person({ pn: number, name: 'Padaria' });
  const received = new Set<string>();
  const session = { accountId: 1, agentId: 7, phone: number, epoch: 1 };
  const messenger = baileysMessenger({
    devices: slow(postgresDevices(pool, vaultFor('a secret key of thirty-two bytes', 'devices'))),
    clock: systemClock,
    timers: realTimers,
    random: Math.random,
    say: () => {},
    network: { url: whatsapp.url },
  });
  const connected = Promise.withResolvers<void>();
  const listener: MessengerListener = {
    arriving: () => {},
    received: async (_, message) => {
      received.add(message.providerId);
      whatsapp.happened();
    },
    connection: async (_, change) => {
      if (change.kind === 'qr') await whatsapp.scan(change.payload, owner);
      if (change.kind === 'connected') connected.resolve();
    },
  };
  messenger.listen(listener);
  try {
    await messenger.open(session);
    await connected.promise;
    return await run(whatsapp, each, {
      received: () => received,
      send: async (chat, id) => {
        const message = { providerId: id, chat, phone: null, text: id, attachment: null };
        await messenger.send(session, message);
      },
    });
  } finally {
    await messenger.close(session);
    await whatsapp.close();
    await pool.end();
  }
};

/** The same with the library's own transactions. */
export const plainRace = async (each: number): Promise<RaceReport> => {
  const whatsapp = await startFakeWhatsApp();
  const owner = whatsapp.person({ pn: number, name: 'Padaria' });
  const received = new Set<string>();
  const auth = { creds: initAuthCreds(), keys: slowMemory() };
  const open = Promise.withResolvers<void>();
  let over = false;
  const connect = () => {
    const made = makeWASocket({
      auth,
      logger: silentLogger,
      waWebSocketUrl: whatsapp.url,
      emitOwnEvents: false,
      shouldSyncHistoryMessage: ({ syncType }) => syncType === proto.HistorySync.HistorySyncType.PUSH_NAME,
    });
    made.ev.on('messages.upsert', ({ messages }) => {
      for (const { key, message } of messages) if (message && key.id) received.add(key.id);
      whatsapp.happened();
    });
    made.ev.on('connection.update', async ({ qr, connection }) => {
      if (qr) await whatsapp.scan(qr, owner);
      if (connection === 'open') open.resolve();
      // Right after the scan.
      if (connection === 'close' && !over) socket = connect();
    });
    return made;
  };
  let socket = connect();
  try {
    await open.promise;
    await whatsapp.until(() => whatsapp.accountOf(owner)?.ready === true, 30_000);
    return await run(whatsapp, each, {
      received: () => received,
      send: async (chat, id) => {
        await socket.sendMessage(chat, { text: id }, { messageId: id }).catch(() => undefined);
      },
    });
  } finally {
    over = true;
    await socket.end(undefined);
    await whatsapp.close();
  }
};

type Client = {
  received(): ReadonlySet<string>;
  send(chat: string, id: string): Promise<void>;
};

const run = async (whatsapp: FakeWhatsApp, each: number, client: Client): Promise<RaceReport> => {
  const owner = whatsapp.person({ pn: number });
  const maria = whatsapp.person({ pn: '5521998887766', name: 'Maria' });
  await whatsapp.write(maria, owner, { id: 'IN0', text: 'Oi' });
  await whatsapp.until(() => client.received().has('IN0'), 30_000);
  const chat = maria.lidJid;
  const begun = performance.now();
  const turns = Array.from({ length: each }, (_, n) => n + 1);

  const comeIn = async () => {
    for (const n of turns) {
      await whatsapp.write(maria, owner, { id: `IN${n}`, text: `pergunta ${n}` });
      // About as fast as they go out.
      await whatsapp.until(() => client.received().size > n - 2 * atOnce, 1_000).catch(() => undefined);
    }
  };
  const goOut = async () => {
    const waiting = [...turns];
    const lane = async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await client.send(chat, `OUT${n}`);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  };
  await Promise.all([comeIn(), goOut()]);
  await whatsapp.until(() => client.received().size > each, 15_000).catch(() => undefined);

  const { shown, unreadable } = maria.chatWith(number);
  return {
    each,
    unreadable: unreadable.length,
    notShown: each - shown.filter(({ fromMe }) => fromMe).length,
    notReceived: each + 1 - client.received().size,
    askedAgain: whatsapp.accountOf(owner)?.receipts.filter(({ type }) => type === 'retry').length ?? 0,
    seconds: (performance.now() - begun) / 1_000,
  };
};

const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * storeMs));

const slow = (devices: DeviceStore): DeviceStore => ({
  ...devices,
  open: async (session) => {
    const device = await devices.open(session);
    return device && slowDevice(device);
  },
});

const slowDevice = (device: Device): Device => ({
  ...device,
  saveCredentials: async (text) => aMoment().then(() => device.saveCredentials(text)),
  keys: async (type, ids) => aMoment().then(() => device.keys(type, ids)),
  commit: async (change) => aMoment().then(() => device.commit(change)),
  sent: {
    remember: async (id, content) => aMoment().then(() => device.sent.remember(id, content)),
    find: async (id) => aMoment().then(() => device.sent.find(id)),
  },
});

const slowMemory = (): SignalKeyStore => {
  const kept = new Map<string, string>();
  return {
    async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
      await aMoment();
      const values: { [id: string]: SignalDataTypeMap[Type] } = {};
      for (const id of ids) {
        const value = kept.get(`${type} ${id}`);
        if (value !== undefined) values[id] = JSON.parse(value, BufferJSON.reviver);
      }
      return values;
    },
    async set(data: SignalDataSet) {
      await aMoment();
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value) kept.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer));
          else kept.delete(`${type} ${id}`);
        }
      }
    },
  };
};
