import type { Pool } from 'pg';
import { postgresConversations } from '#adapters/postgres/conversations.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { postgresOutbox } from '#adapters/postgres/outbox.ts';
import { byPhone, type Identity } from '#core/domain/contact.ts';
import { type Phone, parsePhone, phoneKey } from '#core/domain/phone.ts';
import type { Ending } from '#core/ports/conversation-store.ts';
import type { IncomingMessage, Session } from '#core/ports/messenger.ts';
import type { Line } from '#core/ports/outbox-store.ts';
import { freshDatabase } from './database.ts';
import { until } from './pipeline.ts';

/** A database with one account on trial and its online agent, and the stores of the message path over it. */
export const openShop = async () => {
  const fresh = await freshDatabase();
  const database = await openDatabase(fresh.url);
  const session = await openAgent(database.pool, phone('11987654321'));
  return {
    url: fresh.url,
    pool: database.pool,
    session,
    conversations: postgresConversations(database.pool, database.pool),
    outbox: postgresOutbox(database.pool, database.pool),
    close: async () => {
      await database.close();
      await fresh.drop();
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;

let accounts = 0;

/** An account on trial with one agent, straight into the tables. */
export const openAgent = async (pool: Pool, number: Phone): Promise<Session> => {
  accounts += 1;
  const inserted = await pool.query<{ account_id: number; agent_id: number }>(
    `with account as (
       insert into accounts (name, email, email_key, phone, phone_key, tax_id, tax_id_index, password_hash, time_zone, created_at)
       values ('Bia', $1, $1, $2, $2, '', $1, '', 'America/Sao_Paulo', now()) returning id
     ), trial as (
       insert into subscriptions (account_id, plan_id, state, started_at, ends_at)
       select id, 2, 'trial', now(), now() + interval '7 days' from account
     )
     insert into agents (account_id, name, description, business_info, phone, phone_key, human_pause_minutes, online, created_at)
     select id, 'Salão da Bia', 'Cabelos e unhas', 'Corte feminino R$ 80.', $3, $4, 10, true, now() from account
     returning account_id, id as agent_id`,
    [`dona${accounts}@salao.com.br`, `5511${String(900_000_000 + accounts)}`, number, phoneKey(number)],
  );
  const row = inserted.rows[0];
  if (!row) throw new Error('The account was not inserted.');
  return { accountId: row.account_id, agentId: row.agent_id, phone: number };
};

/** The agent's number, connected and held by a process named `gateway`. */
export const openLine = async (pool: Pool, session: Session): Promise<Line> => {
  await pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, paired, state, process_id, lease_until, epoch, changed_at)
     values ($1, $2, $3, $4, 'on', true, 'connected', 'gateway', 'infinity', 1, now())
     on conflict (agent_id) do nothing`,
    [session.agentId, session.accountId, session.phone, `${phoneKey(session.phone)} of ${session.agentId}`],
  );
  return { ...session, epoch: 1, places: 100, automatic: 'any' };
};

export const phone = (text: string): Phone => {
  const parsed = parsePhone(text);
  if (!parsed) throw new Error(`${text} is no phone number.`);
  return parsed;
};

export const lid = (value: string): Identity => ({ kind: 'lid', value });

let ids = 0;

export const message = (
  customer: Phone,
  text: string,
  change: Partial<IncomingMessage> = {},
): IncomingMessage => {
  ids += 1;
  return {
    providerId: `M${ids}`,
    chat: `${customer}@s.whatsapp.net`,
    place: 'direct',
    author: 'customer',
    identities: [byPhone(customer)],
    customerName: null,
    kind: 'text',
    text,
    audioSeconds: null,
    media: null,
    sentAt: new Date(),
    late: false,
    ...change,
  };
};

/** Until some statement of this database waits for another's lock. */
export const someoneWaitsForLock = (pool: Pool): Promise<void> =>
  until(async () => {
    const waiting = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.rowCount === 1;
  });

export const answeredWith = (...texts: string[]): Ending => ({
  outcome: 'answered',
  files: [],
  texts,
  sources: [],
  notice: null,
  robotUntil: null,
  told: null,
});

export const atOnce = { dueInMs: 0, maxMs: 0 };
export const everyBucket = Array.from({ length: 64 }, (_, bucket) => bucket);
