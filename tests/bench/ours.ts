import { join } from 'node:path';
import pg from 'pg';
import { bucketOf } from '#adapters/postgres/buckets.ts';
import { byNumber, chatWith } from '#adapters/whatsapp-simulator/address.ts';
import { phoneKey } from '#core/domain/phone.ts';
import type { Session } from '#core/ports/messenger.ts';
import { until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';
import { freePort, type Program, startProgram } from './processes.ts';

export type Ours = {
  readonly server: Program;
  readonly port: number;
  readonly journal: string;
  readonly pool: pg.Pool;
  stop(): Promise<void>;
};

/** The real server with all its roles in one process, as `npm start` runs it, answering at once. */
export const startOurs = async (
  { url, modelUrl, dataDir }: { url: string; modelUrl: string; dataDir: string },
  flags: readonly string[] = [],
): Promise<Ours> => {
  const port = await freePort();
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    OPENAI_API_KEY: 'x',
    OPENAI_BASE_URL: modelUrl,
    BURST_WINDOW_MS: '0',
    BURST_MAX_MS: '0',
    LOG_LEVEL: 'warn',
    // Out of the way of the numbers that the tests' shops have.
    SYSTEM_WHATSAPP_PHONE: '5511988887777',
  };
  const server = startProgram('apps/server/main.ts', { environment, flags });
  await until(() => answers(`http://127.0.0.1:${port}/readyz`));
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const stop = async () => {
    await server.stop();
    await pool.end();
  };
  return { server, port, journal: join(dataDir, 'simulated-phones.jsonl'), pool, stop };
};

export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/** Agents of as many accounts, with connected numbers. */
export const openAgents = async ({ pool, port }: Ours, count: number): Promise<readonly Session[]> => {
  const agents: Session[] = [];
  for (let n = 0; n < count; n += 1) agents.push(await openAgent(pool, phone(`119${70_000_000 + n}`)));
  await pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
     select id, account_id, phone, phone_key, 'on', 'connecting', now() from agents where id = any($1)`,
    [agents.map(({ agentId }) => agentId)],
  );
  const pair = (number: string) =>
    fetch(`http://127.0.0.1:${port}/api/simulador/${number}/parear`, { method: 'POST' });
  await Promise.all(agents.map((agent) => pair(agent.phone)));
  await until(async () => {
    const connected = await pool.query(
      `select from numbers where state = 'connected' and agent_id = any($1)`,
      [agents.map(({ agentId }) => agentId)],
    );
    return connected.rowCount === count;
  });
  return agents;
};

/** The server holds these numbers and may send by them: those of a server before it, once its lease has ended. */
export const takenUp = ({ pool }: Ours, agents: readonly Session[]): Promise<void> =>
  until(async () => {
    const held = await pool.query(`select from numbers where lease_until > now() and agent_id = any($1)`, [
      agents.map(({ agentId }) => agentId),
    ]);
    return held.rowCount === agents.length;
  });

/** Neighbours write to different agents, and an agent's contacts differ in all digits of their ids, as in real life. */
export const agentOfContact = (n: number, agents: number): number => (n + Math.floor(n / agents)) % agents;

/** Contacts that have talked with their agent before: as many lines, half of them answers. */
export const seedContacts = async (
  { pool }: Ours,
  agents: readonly Session[],
  contacts: readonly string[],
  lines: number,
): Promise<void> => {
  const agentOf = (n: number) => agents[agentOfContact(n, agents.length)] as Session;
  const made = await pool.query<{ id: string }>(
    `insert into contacts (account_id, agent_id, phone, chat, wrote_at, created_at)
     select *, now(), now() from unnest($1::int[], $2::int[], $3::text[], $4::text[]) returning id`,
    [
      contacts.map((_, n) => agentOf(n).accountId),
      contacts.map((_, n) => agentOf(n).agentId),
      contacts,
      contacts.map((contact) => `${contact}@s.whatsapp.net`),
    ],
  );
  const ids = made.rows.map(({ id }) => id);
  await pool.query(
    `with known as (
       select c.account_id, c.agent_id, c.id, n.key, n.lid, n.bucket
       from unnest($1::bigint[], $2::text[], $3::text[], $4::int[]) as n (id, key, lid, bucket)
       join contacts c on c.id = n.id
     ), talked as (
       insert into conversations (account_id, contact_id, agent_id, bucket) select account_id, id, agent_id, bucket from known
     )
     insert into contact_identities (account_id, agent_id, kind, value, contact_id)
     select account_id, agent_id, 'phone', key, id from known
     union all select account_id, agent_id, 'lid', lid, id from known`,
    [
      ids,
      contacts.map((contact) => phoneKey(phone(contact))),
      contacts.map((contact) => chatWith(byNumber(phone(contact))).replace('@lid', '')),
      contacts.map((_, n) => bucketOf(agentOf(n).accountId)),
    ],
  );
  await pool.query(
    `with talk as (
       select c.*, line, nextval('turn_ids') as turn_id, now() - interval '1 day' + line * interval '1 minute' as at
       from generate_series(1, $2::int / 2) line, contacts c where c.id = any($1) order by line, c.id
     ), asked as (
       insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, text, sent_at, received_at, turn_id)
       select account_id, id, agent_id, 'customer', 'S' || turn_id, 'text', 'Linha ' || line || ' da conversa', at, at, turn_id from talk
     ), ended as (
       insert into turns (account_id, id, contact_id, agent_id, attempts, sent_at, opened_at, closed_at, outcome)
       select account_id, turn_id, id, agent_id, 1, at, at, at, 'answered' from talk
     )
     insert into outbox (account_id, contact_id, agent_id, turn_id, seq, provider_id, source, text, state, attempts, due_at, created_at, settled_at)
     select account_id, id, agent_id, turn_id, 1, 'S' || turn_id, 'agent', 'Linha ' || line || ' da conversa', 'accepted', 1, at, at, at from talk`,
    [ids, lines],
  );
  await pool.query('vacuum analyze');
};

/** Everything that was accepted has its outcome and is out of the door. */
export const settled = ({ pool }: Ours): Promise<void> =>
  until(async () => {
    const left = await pool.query(
      `select from outbox where state in ('pending', 'sending') union all
       select from turns where outcome is null union all
       select from messages where author = 'customer' and turn_id is null union all
       select from conversations where run_after is not null limit 1`,
    );
    return left.rowCount === 0;
  });
