import '#adapters/whatsapp-baileys/silence.ts';
import {
  type AuthenticationCreds,
  BufferJSON,
  DisconnectReason,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys';
import pg from 'pg';
import { silentLogger } from '#tests/support/fake-whatsapp/silent-logger.ts';
import { toldToBegin } from './begin.ts';

const [url = '', waWebSocketUrl = ''] = process.argv.slice(2);

/** The library as its own documents show it, in a process of its own, for killing. */
await toldToBegin();
const pool = new pg.Pool({ connectionString: url, max: 4 });

const load = async (names: readonly string[]): Promise<Map<string, unknown>> => {
  const found = await pool.query<{ name: string; value: string }>(
    'select name, value from plain_keys where name = any($1)',
    [names],
  );
  return new Map(found.rows.map(({ name, value }) => [name, JSON.parse(value, BufferJSON.reviver)]));
};

const save = async (values: ReadonlyMap<string, unknown>): Promise<void> => {
  await pool.query(
    `with k as (select * from unnest($1::text[], $2::text[]) as k (name, value)),
       gone as (delete from plain_keys where name in (select name from k where value is null))
     insert into plain_keys select name, value from k where value is not null
     on conflict (name) do update set value = excluded.value`,
    [
      [...values.keys()],
      [...values.values()].map((value) => (value ? JSON.stringify(value, BufferJSON.replacer) : null)),
    ],
  );
};

const keys = {
  async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found = await load(ids.map((id) => `${type} ${id}`));
    const values: { [id: string]: SignalDataTypeMap[Type] } = {};
    for (const id of ids) {
      const value = found.get(`${type} ${id}`);
      if (value !== undefined) values[id] = value as SignalDataTypeMap[Type];
    }
    return values;
  },
  set: (data: SignalDataSet) =>
    save(
      new Map(
        Object.entries(data).flatMap(([type, values]) =>
          Object.entries(values ?? {}).map(([id, value]) => [`${type} ${id}`, value as unknown] as const),
        ),
      ),
    ),
};

const creds = ((await load(['creds'])).get('creds') as AuthenticationCreds | undefined) ?? initAuthCreds();

const connect = (): void => {
  const socket = makeWASocket({
    auth: { creds, keys },
    logger: silentLogger,
    waWebSocketUrl,
    // Otherwise its first connection holds back all that comes for 20 s, and a kill loses that too.
    shouldSyncHistoryMessage: ({ syncType }) => syncType === proto.HistorySync.HistorySyncType.PUSH_NAME,
  });
  socket.ev.on('creds.update', () => void save(new Map([['creds', creds]])));
  socket.ev.on('messages.upsert', async ({ messages }) => {
    for (const { key, message } of messages) {
      await pool.query(
        `insert into plain_messages values ($1, $2, $3)
         on conflict (chat, id) do update set text = coalesce(excluded.text, plain_messages.text)`,
        [key.remoteJid, key.id, message?.conversation ?? null],
      );
    }
  });
  socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
    if (qr) process.send?.(qr);
    const { output } = (lastDisconnect?.error ?? {}) as { output?: { statusCode?: number } };
    if (connection === 'close')
      setTimeout(connect, output?.statusCode === DisconnectReason.restartRequired ? 0 : 500);
  });
};
connect();
