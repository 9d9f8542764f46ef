import type { PoolClient } from 'pg';
import type { OwnerPause } from '#core/ports/conversation-store.ts';
import type { IncomingMessage, Session } from '#core/ports/messenger.ts';
import { bucketOf } from './buckets.ts';

/** Writes down what the owner typed and takes the agent out of that conversation, inside the caller's transaction. */
export const stepBack = async (
  client: PoolClient,
  { accountId, agentId }: Session,
  contactId: number,
  message: IncomingMessage,
  pause: OwnerPause,
  now: Date,
): Promise<'accepted' | 'duplicate'> => {
  await client.query(
    `insert into conversations as c (account_id, contact_id, agent_id, bucket, seq) values ($1, $2, $3, $4, 1)
     on conflict (account_id, contact_id) do update set seq = c.seq + 1`,
    [accountId, contactId, agentId, bucketOf(accountId)],
  );
  const kept = await client.query(
    `insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, text, sent_at, received_at, late)
     select $1, $2, $3, 'owner', $4, $5, $6, $7, $8, $9
     where not exists (select 1 from outbox where account_id = $1 and provider_id = $4)
     on conflict (account_id, contact_id, author, provider_id) do nothing`,
    [
      accountId,
      contactId,
      agentId,
      message.providerId,
      message.kind,
      message.text,
      message.sentAt,
      now,
      message.late,
    ],
  );
  if (kept.rowCount === 0) return 'duplicate';
  if (pause.kind === 'start') {
    await client.query('delete from pauses where account_id = $1 and contact_id = $2', [
      accountId,
      contactId,
    ]);
    return 'accepted';
  }
  if (pause.kind === 'past') return 'accepted';
  await endWhatIsUnderWay(client, accountId, contactId, now);
  if (pause.kind !== 'none') await silence(client, accountId, agentId, contactId, pause, now);
  return 'accepted';
};

/** What waits and what is being answered ends as the owner's; what is queued is not sent any more. */
const endWhatIsUnderWay = async (client: PoolClient, accountId: number, contactId: number, now: Date) => {
  const cancelled = await client.query<{ turn_id: string | null }>(
    `update outbox set state = 'cancelled', why = 'human-took-over', settled_at = $3
     where account_id = $1 and contact_id = $2 and state = 'pending' and source <> 'panel' returning turn_id`,
    [accountId, contactId, now],
  );
  await client.query(
    `insert into turns (account_id, contact_id, agent_id, channel, test, sent_at, opened_at)
     select c.account_id, c.contact_id, c.agent_id, c.channel, bool_and(m.test), min(m.sent_at), $3
     from conversations c join messages m on m.account_id = c.account_id and m.contact_id = c.contact_id
       and m.author = 'customer' and m.turn_id is null
     where c.account_id = $1 and c.contact_id = $2
     group by c.account_id, c.contact_id
     on conflict (account_id, contact_id) where outcome is null do nothing`,
    [accountId, contactId, now],
  );
  await client.query(
    `update messages m set turn_id = t.id from turns t
     where t.account_id = $1 and t.contact_id = $2 and t.outcome is null
       and m.account_id = $1 and m.contact_id = $2 and m.author = 'customer' and m.turn_id is null`,
    [accountId, contactId],
  );
  await client.query(
    `update turns t set outcome = 'human-took-over', closed_at = coalesce(t.closed_at, $4)
     where t.account_id = $1 and t.contact_id = $2 and (t.outcome is null or (t.id = any($3::bigint[]) and not exists (
       select 1 from outbox o where o.account_id = $1 and o.turn_id = t.id and o.seq > 0 and o.state in ('accepted', 'sending'))))`,
    [accountId, contactId, cancelled.rows.map((row) => row.turn_id), now],
  );
  await client.query(
    `update conversations set lease = null, lease_until = '-infinity', run_after = null, first_waiting_at = null
     where account_id = $1 and contact_id = $2`,
    [accountId, contactId],
  );
};

const silence = async (
  client: PoolClient,
  accountId: number,
  agentId: number,
  contactId: number,
  pause: Extract<OwnerPause, { kind: 'until' | 'stop' }>,
  now: Date,
) => {
  const [origin, until] = pause.kind === 'stop' ? ['command', null] : ['human', pause.until];
  await client.query(
    `insert into pauses (account_id, contact_id, agent_id, origin, paused_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, contact_id, origin) do update set
       paused_at = excluded.paused_at,
       expires_at = case when excluded.expires_at is null then null else greatest(pauses.expires_at, excluded.expires_at) end`,
    [accountId, contactId, agentId, origin, now, until],
  );
};
