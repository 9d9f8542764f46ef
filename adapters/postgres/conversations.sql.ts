import { noBucket } from './buckets.ts';

/**
 * The message path, one statement a step. Each takes the conversation's row lock first and reads the rest by it, so
 * that a message coming in at the same moment is either seen whole or wakes the conversation again by its `seq`.
 */

/** The row locked here orders a contact's messages: ids are given only while it is held. */
export const acceptMessage = `
  with known as (
    select contact_id from unnest($3::text[], $4::text[]) as named (kind, value) cross join lateral (
      select i.contact_id from contact_identities i
      where i.account_id = $1 and i.agent_id = $2 and i.kind = named.kind and i.value = named.value limit 1) found
  ), who as (
    select min(contact_id) as id from known
    having count(*) = cardinality($3::text[]) and min(contact_id) = max(contact_id)
  ), fresh as (
    select id from who where not exists (
      select 1 from messages m where m.account_id = $1 and m.contact_id = who.id
        and m.author = 'customer' and m.provider_id = $6)
  ), conversation as (
    insert into conversations as c (account_id, contact_id, agent_id, bucket, seq, run_after, first_waiting_at)
    select $1, id, $2, $5, 1, $15::timestamptz + $13 * interval '1 ms', $15 from fresh
    on conflict (account_id, contact_id) do update set
      seq = c.seq + 1,
      first_waiting_at = coalesce(c.first_waiting_at, excluded.first_waiting_at),
      run_after = least(excluded.run_after, coalesce(c.first_waiting_at, excluded.first_waiting_at) + $14 * interval '1 ms')
      where c.bucket <> ${noBucket}
    returning contact_id
  ), stored as (
    insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, text, audio_seconds, sent_at, received_at, late, media)
    select $1, contact_id, $2, 'customer', $6, $7, $8, $9, $10, $15, $11, $16 from conversation
    on conflict (account_id, contact_id, author, provider_id) do nothing
    returning contact_id
  ), newcomer as (
    select c.id from contacts c, stored where c.account_id = $1 and c.id = stored.contact_id and c.wrote_at is null
  ), person as (
    update contacts c set wrote_at = $15, chat = $12 from stored
    where c.account_id = $1 and c.id = stored.contact_id
      and (c.wrote_at is null or c.wrote_at < $15::timestamptz - interval '10 minutes' or c.chat is distinct from $12)
  ), counted as (
    insert into agent_days as d (account_id, agent_id, day, slot, received, contacts, last_at)
    select $1, $2, ($15::timestamptz at time zone a.time_zone)::date, stored.contact_id % 8, 1, (select count(*) from newcomer), $15
    from stored, accounts a where a.id = $1
    on conflict (account_id, agent_id, day, slot) do update set
      received = d.received + 1, contacts = d.contacts + excluded.contacts, last_at = excluded.last_at
  )
  select
    (select count(*) from who where not exists (select 1 from fresh) or exists (select 1 from conversation))::int as contacts,
    (select count(*) from stored)::int as stored`;

export const claimConversations = `
  update conversations c set
    lease = gen_random_uuid()::text, lease_until = now() + $3 * interval '1 ms', first_waiting_at = null
  from (
    select account_id, contact_id from conversations
    where run_after <= $4 and bucket = any($1) and lease_until < now()
    order by run_after limit $2 for update skip locked
  ) due
  where c.account_id = due.account_id and c.contact_id = due.contact_id
  returning c.account_id, c.contact_id, c.lease`;

/**
 * `seq` is read by this statement's snapshot, as the waiting messages are: a message that is not seen here has a higher
 * one, and closing then leaves the conversation due.
 */
export const openTurn = `
  with held as (
    select c.agent_id, c.channel, c.told_cannot_hear_at, c.told_to_hold_on_at,
      a.name as agent_name, a.description, a.business_info, a.dont_know_text, a.online,
      exists (select 1 from passages p where p.account_id = $1 and p.agent_id = a.id) as has_documents
    from conversations c join agents a on a.id = c.agent_id
    where c.account_id = $1 and c.contact_id = $2 and c.lease = $3 for update of c
  ), waiting as (
    select id, test, sent_at from messages
    where account_id = $1 and contact_id = $2 and author = 'customer' and turn_id is null
  ), resumed as (
    update turns t set attempts = t.attempts + 1 from held
    where t.account_id = $1 and t.contact_id = $2 and t.outcome is null
    returning t.id, t.attempts, t.failures, t.opened_at, t.test
  ), opened as (
    insert into turns (account_id, contact_id, agent_id, channel, test, attempts, sent_at, opened_at)
    select $1, $2, agent_id, channel, (select bool_and(test) from waiting), 1, (select min(sent_at) from waiting), $4
    from held
    where not exists (select 1 from resumed) and exists (select 1 from waiting)
    returning id, attempts, failures, opened_at, test
  ), turn as (
    select * from resumed union all select * from opened
  ), attached as (
    update messages m set turn_id = turn.id from turn, waiting
    where m.account_id = $1 and m.id = waiting.id and m.turn_id is null
    returning m.id, m.kind, m.text, m.audio_seconds, m.sent_at, m.received_at
  ), mine as (
    select * from attached
    union all
    select m.id, m.kind, m.text, m.audio_seconds, m.sent_at, m.received_at
    from messages m, resumed where m.account_id = $1 and m.turn_id = resumed.id
  )
  select
    (select seq from conversations where account_id = $1 and contact_id = $2) as seq,
    (select to_json(turn) from turn) as turn,
    (select json_agg(mine order by mine.id) from mine) as messages,
    (select json_agg(said) from (
      (select m.id, m.author, m.text, m.sent_at as at, null as file from messages m
       where m.account_id = $1 and m.contact_id = $2 and m.text is not null
         and (m.author = 'owner' or (m.turn_id is not null and m.turn_id is distinct from (select id from resumed)))
       order by m.id desc limit 20)
      union all
      (select o.id, case o.source when 'panel' then 'owner' else 'agent' end, o.text, o.created_at, o.file ->> 'name' from outbox o
       where o.account_id = $1 and o.contact_id = $2 and o.state in ('accepted', 'sending', 'pending')
       order by o.id desc limit 20)
    ) said) as said,
    (select json_agg(f order by f.id) from (
       select k.id, k.file_key as key, k.name, k.type, k.keywords, k.caption from keyword_files k
       where k.account_id = $1 and k.agent_id = held.agent_id) f) as files,
    (select json_object_agg(sent.id, sent.at order by sent.at) from (
       select o.file ->> 'id' as id, o.created_at as at, o.state from outbox o
       where o.account_id = $1 and o.contact_id = $2 and o.file is not null order by o.id desc limit 200
     ) sent where state in ('accepted', 'sending', 'pending')) as files_sent,
    (select p.origin from pauses p where p.account_id = $1 and p.contact_id = $2
       and (p.expires_at is null or p.expires_at > $4) order by p.origin = 'robot', p.id limit 1) as paused,
    (select count(*)::int from (
       select t.outcome, t.closed_at from turns t where t.account_id = $1 and t.contact_id = $2 order by t.id desc limit 20
     ) recent where outcome in ('answered', 'no-source', 'audio-too-long') and closed_at > $4::timestamptz - interval '1 minute') as replies,
    held.*, owner.time_zone,
    s.state as subscription_state, s.started_at, s.ends_at, p.id as plan_id, p.name as plan_name, p.price_cents,
    p.description as plan_description, p.popular, p.agent_limit, p.documents_per_agent, p.audios_per_month,
    p.keyword_files_per_agent, p.features
  from held
  join accounts owner on owner.id = $1
  left join subscriptions s on s.account_id = $1
  left join plans p on p.id = s.plan_id`;

/** A message that was being kept while its agent was deleted may outlive it; whoever claims it finds no agent. */
export const forgetOrphan = `
  with orphan as (
    delete from conversations c where account_id = $1 and contact_id = $2 and lease = $3
      and not exists (select 1 from agents a where a.id = c.agent_id)
    returning agent_id
  ), messages as (
    delete from messages m using orphan where m.account_id = $1 and m.contact_id = $2
  )
  delete from agent_days d using orphan where d.account_id = $1 and d.agent_id = orphan.agent_id`;

/** An outgoing id is made from the turn and the place in it, so that whoever sends it again sends the same one. */
const providerId = (of: string) =>
  `'3EB0' || upper(substr(encode(sha256(convert_to(${of}, 'UTF8')), 'hex'), 1, 18))`;

/** A file that a turn sends leaves once, however often the turn is tried again. */
const fileId = providerId(`'turno:' || $4::bigint || ':arquivo:' || (sent ->> 'id')`);

export const closeTurn = `
  with released as (
    update conversations c set
      lease = null, lease_until = '-infinity',
      run_after = case when c.seq = $5 then null else coalesce(c.run_after, $12) end,
      first_waiting_at = case when c.seq = $5 then null else c.first_waiting_at end,
      told_cannot_hear_at = case when $10 then $12 else c.told_cannot_hear_at end
    where c.account_id = $1 and c.contact_id = $2 and c.lease = $3
    returning c.agent_id
  ), closed as (
    update turns t set outcome = $6, closed_at = $12, sources = $13::jsonb from released
    where t.account_id = $1 and t.contact_id = $2 and t.id = $4 and t.outcome is null
    returning t.agent_id
  ), queued as (
    insert into outbox (account_id, contact_id, agent_id, turn_id, seq, provider_id, source, text, file, state, due_at, created_at, test)
    select $1, $2, closed.agent_id, $4, said.n, said.provider_id,
      'agent', said.text, said.file, 'pending', $12, $12, $11
    from closed, (
      select sent ->> 'caption' as text, sent - 'caption' as file, n, ${fileId} as provider_id
      from jsonb_array_elements($14::jsonb) with ordinality as files (sent, n)
      union all
      select text, null, n + jsonb_array_length($14::jsonb), ${providerId(`'turno:' || $4::bigint || ':' || n`)}
      from unnest($7::text[]) with ordinality as texts (text, n)
    ) said order by said.n
    on conflict (account_id, provider_id) do nothing
  ), silenced as (
    insert into pauses (account_id, contact_id, agent_id, origin, paused_at, expires_at)
    select $1, $2, closed.agent_id, 'robot', $12, $9 from closed where $9::timestamptz is not null
    on conflict (account_id, contact_id, origin) do update set paused_at = excluded.paused_at, expires_at = excluded.expires_at
  ), noticed as (
    insert into notices (account_id, agent_id, contact_id, kind, at)
    select $1, closed.agent_id, $2, $8, $12 from closed where $8::text is not null and not exists (
      select 1 from notices n where n.account_id = $1 and n.agent_id = closed.agent_id and n.kind = $8
        and n.contact_id = $2 and n.at > $12::timestamptz - interval '6 hours')
  )
  select count(*)::int as closed from closed`;

/** A crash is counted in \`attempts\`, the model's absence in \`failures\`: ending well here clears the first. */
export const retryTurn = `
  with released as (
    update conversations c set
      lease = null, lease_until = '-infinity',
      run_after = case when c.seq = $5 then $6 else least($6, coalesce(c.run_after, $6)) end,
      told_to_hold_on_at = case when $7::text is not null then $9 else c.told_to_hold_on_at end
    where c.account_id = $1 and c.contact_id = $2 and c.lease = $3
    returning c.agent_id
  ), kept as (
    update turns t set failures = t.failures + 1, attempts = 0 from released
    where t.account_id = $1 and t.id = $4 and t.outcome is null
    returning t.agent_id
  ), queued as (
    insert into outbox (account_id, contact_id, agent_id, turn_id, seq, provider_id, source, text, file, state, due_at, created_at, test)
    select $1, $2, kept.agent_id, $4, said.seq, said.provider_id, said.source, said.text, said.file, 'pending', $9, $9, $8
    from kept, (
      select n as seq, ${fileId} as provider_id, 'agent' as source, sent ->> 'caption' as text, sent - 'caption' as file
      from jsonb_array_elements($10::jsonb) with ordinality as files (sent, n)
      union all
      select 0, ${providerId(`'turno:' || $4::bigint || ':0'`)}, 'fixed', $7, null where $7::text is not null
    ) said order by said.source, said.seq
    on conflict (account_id, provider_id) do nothing
  )
  select count(*)::int as retried from kept`;
