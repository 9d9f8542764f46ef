import type { Pool } from 'pg';
import type { Phone } from '#core/domain/phone.ts';
import type { OutboxStore, QueuedFile, Upcoming } from '#core/ports/outbox-store.ts';

/** `relaxed` may forget its last moments when the database crashes: a message is then sent again with the same id. */
export const postgresOutbox = (pool: Pool, relaxed: Pool): OutboxStore => {
  const claim: OutboxStore['claim'] = async (processId, lines, underWay, limit, now) => {
    if (lines.length === 0) return [];
    const claimed = await relaxed.query<Row>({
      name: 'outbox-claim',
      text: claimOutbox,
      values: [
        lines.map(({ agentId }) => agentId),
        lines.map(({ epoch }) => epoch),
        lines.map(({ places }) => places),
        lines.map(({ automatic }) => automatic === 'any'),
        lines.map(({ automatic }) => (typeof automatic === 'number' ? automatic : null)),
        underWay,
        limit,
        now,
        processId,
      ],
    });
    const sending = claimed.rows.filter((row) => row.state === 'sending');
    // What is dropped makes room for what waits behind it.
    if (sending.length === 0 && claimed.rows.length > 0) return claim(processId, lines, underWay, limit, now);
    return sending.map((row) => ({
      accountId: row.account_id,
      agentId: row.agent_id,
      contactId: row.contact_id,
      id: row.id,
      attempts: row.attempts,
      again: row.was === 'sending',
      providerId: row.provider_id,
      chat: row.chat,
      phone: row.phone,
      text: row.text,
      file: row.file,
    }));
  };
  return {
    claim,

    upcoming: async (numbers, underWay, now) => {
      if (numbers.length === 0) return [];
      const found = await relaxed.query<UpcomingRow>({
        name: 'outbox-upcoming',
        text: upcomingOutbox,
        values: [numbers.map(({ agentId }) => agentId), underWay, now],
      });
      return found.rows.map(({ agent_id, fate, ...row }) => ({ agentId: agent_id, fate, ...row }));
    },

    putBack: async ({ accountId, id, attempts, again }) => {
      await pool.query(
        `update outbox set state = case when $4 then 'sending' else 'pending' end, attempts = attempts - 1
       where account_id = $1 and id = $2 and state = 'sending' and attempts = $3`,
        [accountId, id, attempts, again],
      );
    },

    withhold: async ({ accountId, id, attempts }, now) => {
      await pool.query(withholdOutbox, [accountId, id, attempts, now]);
    },

    expire: async (now) => {
      await pool.query({ name: 'outbox-expire', text: expireOutbox, values: [now] });
    },

    settle: async (settled, now) => {
      if (settled.length === 0) return;
      await relaxed.query({
        name: 'outbox-settle',
        text: settleOutbox,
        values: [
          settled.map(({ message }) => message.accountId),
          settled.map(({ message }) => message.id),
          settled.map(({ result }) => result.kind),
          settled.map(({ result }) => (result.kind === 'rejected' ? result.why : null)),
          settled.map(({ retryAt }) => retryAt),
          now,
        ],
      });
    },
  };
};

type Row = {
  account_id: number;
  id: number;
  agent_id: number;
  contact_id: number;
  attempts: number;
  provider_id: string;
  state: string;
  was: string;
  chat: string | null;
  phone: Phone | null;
  text: string;
  file: QueuedFile | null;
};

type UpcomingRow = Omit<Upcoming, 'agentId'> & { readonly agent_id: number };

/** Ten minutes and more of tries on a line that is up: nothing else would ever reach that contact again. */
const mostTries = 60;

/** Of the turn `t` nothing reached the customer. The text at place 0 only asks to hold on: it makes no answer. */
const nothingSaid = `not exists (
  select 1 from outbox s where s.account_id = t.account_id and s.turn_id = t.id and s.seq > 0 and s.state = 'accepted')`;

const tooOldAt = (now: string) => `o.created_at < ${now}::timestamptz - interval '15 minutes'
  and coalesce(c.wrote_at, '-infinity') < ${now}::timestamptz - interval '6 hours'`;

/** What a claim makes of a message `o` to the contact `c`. */
const fateAt = (now: string) => `case
        when o.attempts >= ${mostTries} then 'expired'
        when o.source = 'panel' then 'sending'
        when o.state = 'pending' and exists (select 1 from pauses p where p.account_id = o.account_id and p.contact_id = o.contact_id
          and (p.expires_at is null or p.expires_at > ${now})) then 'cancelled'
        when ${tooOldAt(now)} then 'expired'
        else 'sending' end`;

/**
 * A contact's first waiting message only. What is `sending` but not under way here may have reached the network before
 * its process died: no pause takes it back, and it goes again with the same id before anything else to that contact.
 */
const headAt = (now: string, underWay: string) => `o.due_at <= ${now}
      and (o.state = 'pending' or (o.state = 'sending' and o.id <> all(${underWay}::bigint[])))
      and o.id = (
        select e.id from outbox e where e.account_id = o.account_id and e.contact_id = o.contact_id
          and e.state in ('pending', 'sending') order by e.id limit 1)`;

/** Line by line, so that a busy one leaves the others their places; `offset 0` keeps the planner to that order too. */
const claimOutbox = `
  with lines as (
    select l.* from unnest($1::int[], $2::int[], $3::int[], $4::bool[], $5::bigint[]) as l (agent_id, epoch, places, any_automatic, automatic_id)
    cross join lateral (
      select from numbers n where n.agent_id = l.agent_id and n.epoch = l.epoch and n.process_id = $9 and n.lease_until > now()
      offset 0) held
  ), heads as (
    select head.account_id, head.id, head.state as was from lines l cross join lateral (
      select o.account_id, o.id, o.state from outbox o
      where o.agent_id = l.agent_id and o.state in ('pending', 'sending') and ${headAt('$8', '$6')}
        and (l.any_automatic or o.source = 'panel' or o.id = l.automatic_id)
      order by o.id limit l.places for update skip locked) head
    order by head.id limit $7
  ), marked as (
    update outbox o set state = ${fateAt('$8')}, attempts = o.attempts + 1
    from heads, contacts c
    where o.account_id = heads.account_id and o.id = heads.id and c.account_id = o.account_id and c.id = o.contact_id
    returning o.account_id, o.id, o.agent_id, o.contact_id, o.turn_id, o.attempts, o.provider_id, o.state, heads.was, o.text, o.file, c.chat, c.phone
  ), unsaid as (
    update turns t set outcome = case m.state when 'expired' then 'expired' else 'paused' end
    from marked m where m.state in ('cancelled', 'expired') and t.account_id = m.account_id and t.id = m.turn_id
      and t.outcome is not null and ${nothingSaid}
  )
  select account_id, id, agent_id, contact_id, attempts, provider_id, state, was, text, file, chat, phone from marked order by id`;

const upcomingOutbox = `
  select head.* from unnest($1::int[]) as l (agent_id) cross join lateral (
    select o.agent_id, o.id, o.text, c.chat, c.phone,
      case when ${fateAt('$3')} <> 'sending' then 'dropped' when o.state = 'pending' then 'sent' else 'sent-again' end as fate
    from outbox o join contacts c on c.account_id = o.account_id and c.id = o.contact_id
    where o.agent_id = l.agent_id and o.state in ('pending', 'sending') and o.source <> 'panel' and ${headAt('$3', '$2')}
    order by o.id limit 1) head`;

/** What waits for a line that is away is claimed by nobody. */
const expireOutbox = `
  with expired as (
    update outbox o set state = 'expired', settled_at = $1 from contacts c
    where o.state in ('pending', 'sending') and o.source <> 'panel' and ${tooOldAt('$1')}
      and c.account_id = o.account_id and c.id = o.contact_id and not exists (
        select 1 from numbers n where n.agent_id = o.agent_id and n.state = 'connected' and n.lease_until > now())
    returning o.account_id, o.turn_id
  )
  update turns t set outcome = 'expired' from expired e
  where t.account_id = e.account_id and t.id = e.turn_id and t.outcome is not null and ${nothingSaid}`;

const withholdOutbox = `
  with withheld as (
    update outbox set state = 'cancelled', why = 'human-took-over', settled_at = $4
    where account_id = $1 and id = $2 and state = 'sending' and attempts = $3 returning turn_id
  )
  update turns t set outcome = 'human-took-over' from withheld w
  where t.account_id = $1 and t.id = w.turn_id and t.outcome is not null and ${nothingSaid}`;

const settleOutbox = `
  with said as (
    select * from unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
      as s (account_id, id, result, why, retry_at)
  ), settled as (
    update outbox o set
      state = case s.result when 'unknown' then 'sending' when 'not-written' then 'pending' else s.result end,
      why = s.why,
      due_at = case when s.result in ('unknown', 'not-written') then s.retry_at else o.due_at end,
      settled_at = case when s.result in ('unknown', 'not-written') then null else $6::timestamptz end
    from said s where o.account_id = s.account_id and o.id = s.id and o.state = 'sending'
    returning o.account_id, o.id, o.agent_id, o.contact_id, o.turn_id, o.seq, o.state, o.test
  ), refused as (
    update turns t set outcome = 'expired' from settled s
    where s.state = 'rejected' and s.seq > 0 and t.account_id = s.account_id and t.id = s.turn_id and t.outcome = 'answered'
      and not exists (
        select 1 from outbox o where o.account_id = s.account_id and o.turn_id = s.turn_id and o.seq > 0 and o.id <> s.id
          and o.state in ('accepted', 'sending', 'pending'))
  )
  insert into agent_days as d (account_id, agent_id, day, slot, sent, last_at)
  select s.account_id, s.agent_id, ($6::timestamptz at time zone a.time_zone)::date, s.contact_id % 8, count(*), $6
  from settled s join accounts a on a.id = s.account_id
  where s.state = 'accepted' and not s.test
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (account_id, agent_id, day, slot) do update set sent = d.sent + excluded.sent, last_at = excluded.last_at`;
