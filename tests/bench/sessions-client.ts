import {
  addTransactionCapability,
  initAuthCreds,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys';
import { systemClock } from '#adapters/node/clock.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { baileysMessenger } from '#adapters/whatsapp-baileys/messenger.ts';
import { quiet } from '#adapters/whatsapp-baileys/quiet.ts';
import type { Phone } from '#core/domain/phone.ts';

export type Said =
  | { readonly kind: 'ready' | 'connected'; readonly n: number }
  | { readonly kind: 'qr'; readonly n: number; readonly payload: string }
  | { readonly kind: 'memory'; readonly rssMb: number; readonly heapMb: number };
export type Asked = { readonly kind: 'memory' } | { readonly kind: 'open'; readonly n: number };

export const benchPhone = (n: number): Phone => `55119${60_000_000 + n}` as Phone;

const answer = 'Corte feminino R$ 80.';
const say = (said: Said) => void process.send?.(said);

/** Our client: keys sealed in PostgreSQL, every message written down before its receipt. */
const ours = async (url: string, databaseUrl: string) => {
  const database = await openDatabase(databaseUrl);
  const messenger = baileysMessenger({
    devices: postgresDevices(database.pool, vaultFor('a secret key of thirty-two bytes', 'devices')),
    clock: systemClock,
    timers: realTimers,
    random: Math.random,
    say: () => {},
    network: { url },
  });
  messenger.listen({
    arriving: () => {},
    connection: async ({ agentId: n }, change) => {
      if (change.kind === 'qr') say({ kind: 'qr', n, payload: change.payload });
      if (change.kind === 'connected') say({ kind: 'connected', n });
    },
    received: async (session, { chat, providerId }) => {
      const message = { chat, phone: null, text: answer, attachment: null };
      void messenger.send(session, { ...message, providerId: `3EB0${providerId}`.slice(0, 20) });
    },
  });
  return (n: number) =>
    void messenger.open({ accountId: 1, agentId: n, phone: benchPhone(n), epoch: 1 }).catch(console.error);
};

/** The library as its documentation shows it, with keys in memory, which keeps nothing. */
const floor = (url: string) => (n: number) => {
  const creds = initAuthCreds();
  const keys = addTransactionCapability(keysInMemory(), quiet, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  });
  const connect = () => {
    const socket = makeWASocket({
      auth: { creds, keys },
      logger: quiet,
      waWebSocketUrl: url,
      markOnlineOnConnect: false,
      emitOwnEvents: false,
    });
    socket.ev.on('creds.update', (changed) => void Object.assign(creds, changed));
    socket.ev.on('messages.upsert', ({ messages }) => {
      const chat = messages[0]?.key.remoteJid;
      if (messages[0]?.message && chat) void socket.sendMessage(chat, { text: answer });
    });
    socket.ev.on('connection.update', ({ connection, qr }) => {
      if (qr) say({ kind: 'qr', n, payload: qr });
      if (connection === 'open') say({ kind: 'connected', n });
      if (connection === 'close') connect();
    });
  };
  connect();
};

const keysInMemory = (): SignalKeyStore => {
  const kept = new Map<string, unknown>();
  return {
    get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
      const found = ids.map((id) => [id, kept.get(`${type}/${id}`)] as const);
      return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Record<
        string,
        SignalDataTypeMap[Type]
      >;
    },
    set(changes: SignalDataSet) {
      for (const [type, values] of Object.entries(changes))
        for (const [id, value] of Object.entries(values))
          value === null ? kept.delete(`${type}/${id}`) : kept.set(`${type}/${id}`, value);
    },
  };
};

if (process.argv[1] === import.meta.filename) {
  const [which, url = '', databaseUrl = ''] = process.argv.slice(2);
  const open = which === 'ours' ? await ours(url, databaseUrl) : floor(url);
  process.on('message', (asked: Asked) => {
    if (asked.kind === 'open') return open(asked.n);
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    say({ kind: 'memory', rssMb: rss / 1_048_576, heapMb: heapUsed / 1_048_576 });
  });
  say({ kind: 'ready', n: 0 });
}
