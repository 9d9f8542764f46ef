import type { Pool, PoolClient } from 'pg';
import type { Identity } from '#core/domain/contact.ts';
import type { Phone } from '#core/domain/phone.ts';
import { bucketOf, noBucket } from './buckets.ts';

export type Person = {
  readonly identities: readonly Identity[];
  readonly name: string | null;
  readonly chat: string | null;
};

/** Runs `work` in one transaction on one connection. */
export const inTransaction = async <Answer>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * The contact known by these identities: found, made, or, when the identities so far belonged to several, merged
 * into the oldest. Null when the account has no such agent (any more). One at a time for each agent, so that two
 * messages of a newcomer make one contact.
 */
export const bindContact = async (
  client: PoolClient,
  accountId: number,
  agentId: number,
  person: Person,
  now: Date,
): Promise<number | null> => {
  await client.query('select pg_advisory_xact_lock($1, $2)', [accountId, agentId]);
  // Held against the agent's deletion, which would leave the contact behind.
  const agent = await client.query('select 1 from agents where account_id = $1 and id = $2 for key share', [
    accountId,
    agentId,
  ]);
  if (agent.rowCount === 0) return null;
  const known = await client.query<{ contact_id: number }>(
    `select distinct contact_id from contact_identities
     where account_id = $1 and agent_id = $2 and (kind, value) in (select * from unnest($3::text[], $4::text[]))
     order by contact_id`,
    [accountId, agentId, ...columnsOf(person.identities)],
  );
  const [first, ...others] = known.rows.map((row) => row.contact_id);
  const contactId = first ?? (await newContact(client, accountId, agentId, person, now));
  for (const other of others) await merge(client, accountId, contactId, other, now);
  await client.query(
    `insert into contact_identities (account_id, agent_id, kind, value, contact_id)
     select $1, $2, kind, value, $5 from unnest($3::text[], $4::text[]) as known (kind, value)
     on conflict (account_id, agent_id, kind, value) do nothing`,
    [accountId, agentId, ...columnsOf(person.identities), contactId],
  );
  await client.query(
    `update contacts set phone = coalesce(phone, $3), name = coalesce(name, $4), chat = coalesce($5, chat)
     where account_id = $1 and id = $2`,
    [accountId, contactId, phoneOf(person.identities), person.name, person.chat],
  );
  return contactId;
};

export const columnsOf = (identities: readonly Identity[]): readonly [kinds: string[], values: string[]] => [
  identities.map(({ kind }) => kind),
  identities.map(({ value }) => value),
];

const phoneOf = (identities: readonly Identity[]): Phone | null =>
  identities.find((identity) => identity.kind === 'phone')?.phone ?? null;

const newContact = async (
  client: PoolClient,
  accountId: number,
  agentId: number,
  person: Person,
  now: Date,
) => {
  const made = await client.query<{ id: number }>(
    'insert into contacts (account_id, agent_id, name, phone, chat, created_at) values ($1, $2, $3, $4, $5, $6) returning id',
    [accountId, agentId, person.name, phoneOf(person.identities), person.chat, now],
  );
  if (!made.rows[0]) throw new Error('The contact was not inserted.');
  return made.rows[0].id;
};

/**
 * Everything of `from` becomes `into`'s. A turn under way on either side begins anew with both sides' messages. The
 * conversation of `from` stays without a bucket, so that a message on its way there finds it closed and looks again.
 */
const merge = async (
  client: PoolClient,
  accountId: number,
  into: number,
  from: number,
  now: Date,
): Promise<void> => {
  const both = [accountId, into, from];
  for (const statement of [
    `select 1 from conversations where account_id = $1 and contact_id = $2 and $3::bigint is not null for update`,
    `insert into conversations (account_id, contact_id, agent_id, bucket)
     select account_id, id, agent_id, ${noBucket} from contacts where account_id = $1 and id = $3 and $2::bigint is not null
     on conflict (account_id, contact_id) do update set
       bucket = excluded.bucket, lease = null, lease_until = '-infinity', run_after = null, first_waiting_at = null`,
    `update messages m set turn_id = null from turns t
     where t.account_id = $1 and t.contact_id in ($2, $3) and t.outcome is null and m.account_id = $1 and m.turn_id = t.id`,
    `delete from turn_steps s using turns t
     where t.account_id = $1 and t.contact_id in ($2, $3) and t.outcome is null and s.account_id = $1 and s.turn_id = t.id`,
    `delete from turns where account_id = $1 and contact_id in ($2, $3) and outcome is null`,
    `with gone as (
       delete from messages m where m.account_id = $1 and m.contact_id = $3 and exists (
         select 1 from messages k where k.account_id = $1 and k.contact_id = $2 and k.author = m.author and k.provider_id = m.provider_id)
       returning m.account_id, m.audio_key, m.agent_id
     )
     insert into loose_files (account_id, key, agent_id, given_up, at)
     select account_id, audio_key, agent_id, true, now() from gone where audio_key is not null`,
    `update messages set contact_id = $2 where account_id = $1 and contact_id = $3`,
    `update turns set contact_id = $2 where account_id = $1 and contact_id = $3`,
    `update outbox set contact_id = $2 where account_id = $1 and contact_id = $3`,
    `update notices set contact_id = $2 where account_id = $1 and contact_id = $3`,
    `delete from pauses p where p.account_id = $1 and p.contact_id = $3 and exists (
       select 1 from pauses k where k.account_id = $1 and k.contact_id = $2 and k.origin = p.origin
         and (k.expires_at is null or k.expires_at >= p.expires_at))`,
    `delete from pauses p where p.account_id = $1 and p.contact_id = $2 and exists (
       select 1 from pauses k where k.account_id = $1 and k.contact_id = $3 and k.origin = p.origin)`,
    `update pauses set contact_id = $2 where account_id = $1 and contact_id = $3`,
    `update contact_identities set contact_id = $2 where account_id = $1 and contact_id = $3`,
    // Both were counted when they first wrote, each in the slot of its id.
    `update agent_days d set contacts = d.contacts - 1
     where (d.account_id, d.agent_id, d.slot, d.day) = (
       select n.account_id, n.agent_id, n.slot, min(n.day) from agent_days n, contacts k, contacts f
       where k.account_id = $1 and k.id = $2 and k.wrote_at is not null
         and f.account_id = $1 and f.id = $3 and f.wrote_at is not null
         and n.account_id = $1 and n.agent_id = f.agent_id and n.slot = f.id % 8 and n.contacts > 0
       group by n.account_id, n.agent_id, n.slot)`,
    `update contacts k set name = coalesce(k.name, f.name), phone = coalesce(k.phone, f.phone),
       chat = coalesce(k.chat, f.chat), wrote_at = greatest(k.wrote_at, f.wrote_at)
     from contacts f where k.account_id = $1 and k.id = $2 and f.account_id = $1 and f.id = $3`,
    `insert into conversations (account_id, contact_id, agent_id, bucket, channel)
     select account_id, $2, agent_id, ${bucketOf(accountId)}, channel from conversations where account_id = $1 and contact_id = $3
     on conflict (account_id, contact_id) do nothing`,
    `delete from contacts where account_id = $1 and id = $3 and $2::bigint is not null`,
  ]) {
    await client.query(statement, both);
  }
  await client.query(
    `update conversations set lease = null, lease_until = '-infinity', seq = seq + 1, run_after = $3
     where account_id = $1 and contact_id = $2 and exists (
       select 1 from messages where account_id = $1 and contact_id = $2 and author = 'customer' and turn_id is null)`,
    [accountId, into, now],
  );
};
