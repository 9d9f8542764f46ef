import type { Pool, PoolClient } from 'pg';
import {
  type Awaited,
  type Device,
  type DeviceInbox,
  type DeviceStore,
  type KeyChange,
  type MessageName,
  type ReceivedContent,
  type SentMessages,
  Superseded,
  unreadSuffix,
} from '#core/ports/device-store.ts';
import type { LeasedSession, Session } from '#core/ports/messenger.ts';
import type { Vault } from './accounts.ts';
import { inTransaction } from './contacts.ts';

export type DeviceVault = Pick<Vault, 'seal' | 'open'>;

/** The device's own row goes first: its lock is what every write waits for. */
export const deviceTables = [
  'devices',
  ...['device_keys', 'device_sent', 'device_inbox', 'device_decrypted'],
] as const;

export const postgresDevices = (pool: Pool, vault: DeviceVault): DeviceStore => ({
  open: (session) =>
    inTransaction(pool, async (client) => {
      const opened = await client.query<{ credentials: Buffer | null }>(
        `insert into devices as d (account_id, agent_id, epoch) values ($1, $2, $3)
         on conflict (account_id, agent_id) do update set epoch = excluded.epoch where d.epoch <= excluded.epoch
         returning credentials`,
        [session.accountId, session.agentId, session.epoch],
      );
      const row = opened.rows[0];
      if (!row) return null;
      // Without credentials keys are of no use to anybody; those that a dying socket wrote after `wipe` would do harm.
      await client.query(
        'delete from device_keys where account_id = $1 and agent_id = $2 and (value is null or $3)',
        [session.accountId, session.agentId, row.credentials === null],
      );
      return deviceOf(leased(pool, vault, session), row.credentials);
    }),

  wipe: (session) => inTransaction(pool, (client) => wipeDevice(client, session)),

  erase: (session) => inTransaction(pool, (client) => eraseDevice(client, session)),
});

/** Statement by statement: one alone would not see what a commit that it waits for has just written. */
export const wipeDevice = async (
  client: PoolClient,
  { accountId, agentId, epoch }: LeasedSession,
): Promise<void> => {
  const mine = await client.query(
    `update devices set credentials = null, epoch = $3
     where account_id = $1 and agent_id = $2 and epoch <= $3`,
    [accountId, agentId, epoch],
  );
  if (mine.rowCount === 0) return;
  for (const table of ['device_keys', 'device_sent']) {
    await client.query(`delete from ${table} where account_id = $1 and agent_id = $2`, [accountId, agentId]);
  }
};

export const eraseDevice = async (
  client: PoolClient,
  { accountId, agentId }: Pick<Session, 'accountId' | 'agentId'>,
): Promise<void> => {
  for (const table of deviceTables) {
    await client.query(`delete from ${table} where account_id = $1 and agent_id = $2`, [accountId, agentId]);
  }
};

/** Fails when the vault cannot open what an earlier key has sealed: better no start than devices that are lost. */
export const refuseForeignDevices = async (pool: Pool, vault: DeviceVault): Promise<void> => {
  const found = await pool.query<{ account_id: number; agent_id: number; credentials: Buffer }>(
    'select account_id, agent_id, credentials from devices where credentials is not null limit 1',
  );
  const row = found.rows[0];
  if (!row) return;
  try {
    vault.open(row.credentials, placesOf(row.account_id, row.agent_id).credentials);
  } catch {
    throw new Error('SECRET_KEY is not the key that this database was written with.');
  }
};

const placesOf = (accountId: number, agentId: number) => {
  const place = (table: string, ...names: string[]) => [table, accountId, agentId, ...names].join('|');
  const message = ({ chat, author, providerId }: MessageName) => [chat, author, providerId];
  return {
    credentials: place('devices'),
    key: (type: string, id: string) => place('device_keys', type, id),
    envelope: (name: MessageName) => place('device_inbox', 'envelope', ...message(name)),
    content: (name: MessageName) => place('device_inbox', 'content', ...message(name)),
    decrypted: (digest: string) => place('device_decrypted', digest),
    sent: (providerId: string) => place('device_sent', providerId),
  };
};

/** A device under one lease. Statements name account and agent as $1 and $2, writes also the epoch as $3. */
type Leased = {
  readonly places: ReturnType<typeof placesOf>;
  readonly vault: DeviceVault;
  read<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** The statement answers no row when the lease is not the newest. */
  write<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
};

const leased = (pool: Pool, vault: DeviceVault, { accountId, agentId, epoch }: LeasedSession): Leased => ({
  places: placesOf(accountId, agentId),
  vault,
  read: async <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
    (await pool.query<Row>({ name, text, values: [accountId, agentId, ...values] })).rows,
  write: async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
    const written = await pool.query<Row>({ name, text, values: [accountId, agentId, epoch, ...values] });
    if (written.rowCount === 0) throw new Superseded();
    return written.rows;
  },
});

const deviceOf = (lease: Leased, credentials: Buffer | null): Device => {
  const { places, vault, read, write } = lease;
  return {
    credentials: credentials && vault.open(credentials, places.credentials),

    saveCredentials: async (text) => {
      await write('device-save-credentials', saveCredentials, [vault.seal(text, places.credentials)]);
    },

    keys: async (type, ids) => {
      if (ids.length === 0) return new Map();
      const found = await read<{ id: string; value: Buffer }>('device-keys', findKeys, [type, ids]);
      return new Map(found.map(({ id, value }) => [id, vault.open(value, places.key(type, id))]));
    },

    commit: async ({ keys, received }) => {
      const changes = lastOfEach(keys);
      const messages = firstOfEach(received);
      const kept = await write<KeptRow>('device-commit', commit, [
        changes.map(({ type }) => type),
        changes.map(({ id }) => id),
        changes.map(({ type, id, value }) =>
          value === null ? null : vault.seal(value, places.key(type, id)),
        ),
        received.map(({ digest }) => digest),
        received.map(({ digest, content }) => vault.seal(content, places.decrypted(digest))),
        ...columnsOf(messages),
        messages.map((message) =>
          message.reportable ? vault.seal(message.content, places.content(message)) : null,
        ),
      ]);
      const ids = new Map(
        kept.filter(({ state }) => state === 'unreported').map((row) => [nameOf(toName(row)), row.id]),
      );
      return received.map((message) =>
        messages.includes(message) ? (ids.get(nameOf(message)) ?? null) : null,
      );
    },

    inbox: inboxOf(lease),
    sent: sentOf(lease),
  };
};

const inboxOf = ({ places, vault, read, write }: Leased): DeviceInbox => {
  const toAwaited = (row: AwaitedRow): Awaited => {
    const name = toName(row);
    return { ...name, envelope: vault.open(row.envelope, places.envelope(name)) };
  };

  return {
    contentOf: async (digest) => {
      const [row] = await read<{ content: Buffer }>('device-content-of', contentOf, [digest]);
      return row ? vault.open(row.content, places.decrypted(digest)) : null;
    },

    unreported: async (afterId, limit) => {
      const rows = await read<UnreportedRow>('device-unreported', unreported, [afterId, limit]);
      return rows.map((row) => ({
        id: row.id,
        content: vault.open(row.content, places.content(toName(row))),
      }));
    },

    reported: async (ids) => {
      await write('device-reported', reported, [ids]);
    },

    awaits: async (message) => {
      const { chat, author, providerId, envelope } = message;
      const sealed = vault.seal(envelope, places.envelope(message));
      await write('device-awaits', awaits, [chat, author, providerId, sealed]);
    },

    awaited: async (providerId) => {
      const [row] = await read<AwaitedRow>('device-awaited', awaited, [providerId]);
      return row ? toAwaited(row) : null;
    },

    awaitedSince: async (before) =>
      (await read<AwaitedRow>('device-awaited-since', awaitedSince, [before])).map(toAwaited),
  };
};

const sentOf = ({ places, vault, read, write }: Leased): SentMessages => ({
  remember: async (providerId, content) => {
    await write('device-remember', remember, [providerId, vault.seal(content, places.sent(providerId))]);
  },

  find: async (providerId) => {
    const [row] = await read<{ content: Buffer }>('device-find-sent', findSent, [providerId]);
    return row ? vault.open(row.content, places.sent(providerId)) : null;
  },
});

type NameRow = { readonly chat: string; readonly author: string; readonly provider_id: string };
type KeptRow = NameRow & { readonly id: number; readonly state: string | null };
type UnreportedRow = NameRow & { readonly id: number; readonly content: Buffer };
type AwaitedRow = NameRow & { readonly envelope: Buffer };

const toName = (row: NameRow): MessageName => ({
  chat: row.chat,
  author: row.author,
  providerId: row.provider_id,
});

const nameOf = ({ chat, author, providerId }: MessageName) => JSON.stringify([chat, author, providerId]);

/** One statement cannot write a row twice. */
const lastOfEach = (keys: readonly KeyChange[]): KeyChange[] => [
  ...new Map(keys.map((key) => [JSON.stringify([key.type, key.id]), key])).values(),
];

/** What must be reported goes before what is only kept for its digest. */
const firstOfEach = (received: readonly ReceivedContent[]): ReceivedContent[] => {
  const first = new Map<string, ReceivedContent>();
  for (const message of received) {
    const before = first.get(nameOf(message));
    if (!before || (message.reportable && !before.reportable)) first.set(nameOf(message), message);
  }
  return received.filter((message) => first.get(nameOf(message)) === message);
};

const columnsOf = (names: readonly MessageName[]) => [
  names.map(({ chat }) => chat),
  names.map(({ author }) => author),
  names.map(({ providerId }) => providerId),
];

const ofDevice = 'account_id = $1 and agent_id = $2';

/**
 * Waits for whoever is just taking the device over, and then looks at the epoch again. One writer at a time, so that the
 * ids of the inbox grow as commits become visible, and nobody who read up to one misses an earlier one.
 */
const mine = `mine as materialized (select 1 from devices where ${ofDevice} and epoch = $3 for no key update)`;

const saveCredentials = `update devices set credentials = $4 where ${ofDevice} and epoch = $3`;

const findKeys = `select id, value from device_keys
  where ${ofDevice} and type = $3 and id = any($4::text[]) and value is not null`;

/**
 * Deleted keys stay as empty rows until the device is opened again: a delete would look for them in a snapshot taken
 * before the wait for the device, an upsert finds what is there. The inbox takes a message in that was awaited, or of
 * which only a silent part was known, and gives it an id as if it were new. One that waits to be reported keeps its own,
 * which is told again: whoever asks twice may not have heard the first answer.
 */
const commit = `with ${mine}, changed as (
    insert into device_keys (account_id, agent_id, type, id, value)
    select $1, $2, k.type, k.id, k.value
    from mine, unnest($4::text[], $5::text[], $6::bytea[]) as k (type, id, value)
    on conflict (account_id, agent_id, type, id) do update set value = excluded.value
  ), decrypted as (
    insert into device_decrypted (account_id, agent_id, digest, content)
    select $1, $2, d.digest, d.content from mine, unnest($7::text[], $8::bytea[]) as d (digest, content)
    on conflict (account_id, agent_id, digest) do nothing
  ), kept as (
    insert into device_inbox as i (account_id, agent_id, chat, author, provider_id, state, content)
    select $1, $2, r.chat, r.author, r.provider_id,
      case when r.content is null then 'silent' else 'unreported' end, r.content
    from mine, unnest($9::text[], $10::text[], $11::text[], $12::bytea[]) with ordinality
      as r (chat, author, provider_id, content, place)
    order by r.place
    on conflict (account_id, agent_id, chat, author, provider_id) do update
      set id = case i.state when 'unreported' then i.id else excluded.id end, state = excluded.state, at = excluded.at,
        content = case i.state when 'unreported' then i.content else excluded.content end, envelope = null
      where i.state = 'awaited' or (i.state in ('silent', 'unreported') and excluded.state = 'unreported')
    returning i.id, i.chat, i.author, i.provider_id, i.state
  )
  select kept.* from mine left join kept on true`;

const contentOf = `select content from device_decrypted where ${ofDevice} and digest = $3`;

const unreported = `select id, chat, author, provider_id, content from device_inbox
  where ${ofDevice} and state = 'unreported' and id > $3 order by id limit $4`;

const reported = `with ${mine}, done as (
    update device_inbox i set state = 'reported', content = null from mine
    where i.account_id = $1 and i.agent_id = $2 and i.state = 'unreported' and i.id = any($4::bigint[])
  )
  select from mine`;

const awaits = `with ${mine}, waiting as (
    insert into device_inbox (account_id, agent_id, chat, author, provider_id, state, envelope)
    select $1, $2, $4, $5, $6, 'awaited', $7 from mine
    on conflict (account_id, agent_id, chat, author, provider_id) do nothing
  )
  select from mine`;

/** Of a row of `device_inbox`: its content did not come in time, and that was said. */
export const wasReportedUnread = `exists (
  select 1 from device_inbox u where (u.account_id, u.agent_id, u.chat, u.author, u.provider_id) =
    (device_inbox.account_id, device_inbox.agent_id, device_inbox.chat, device_inbox.author,
      device_inbox.provider_id || '${unreadSuffix}'))`;

const awaitedColumns = 'select chat, author, provider_id, envelope from device_inbox';

const awaited = `${awaitedColumns} where ${ofDevice} and state = 'awaited' and provider_id = $3 order by at limit 1`;

const awaitedSince = `${awaitedColumns} where ${ofDevice} and state = 'awaited' and at < $3 and not ${wasReportedUnread}
  order by at, id limit 100`;

const remember = `with ${mine}, remembered as (
    insert into device_sent (account_id, agent_id, provider_id, content)
    select $1, $2, $4, $5 from mine
    on conflict (account_id, agent_id, provider_id) do nothing
  )
  select from mine`;

const findSent = `select content from device_sent where ${ofDevice} and provider_id = $3`;
