import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceTables } from '#adapters/postgres/devices.ts';
import { postgresHousekeeping } from '#adapters/postgres/housekeeping.ts';
import { openAgent, openShop, phone, type Shop } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('forgets ended sessions, quiet throttles and pauses long over, and nothing that still counts', async () => {
  const { accountId, agentId } = shop.session;
  await shop.pool.query(
    `insert into sessions (token_hash, account_id, created_at, used_at, expires_at)
     values ('ended', $1, now(), now(), now() - interval '1 second'), ('live', $1, now(), now(), now() + interval '1 day')`,
    [accountId],
  );
  await shop.pool.query(
    `insert into throttles (name, key, count, first_at, last_at)
     values ('loginByEmail', 'quiet', 9, now() - interval '2 days', now() - interval '2 days'),
       ('loginByEmail', 'busy', 9, now() - interval '2 days', now())`,
  );
  await shop.pool.query(
    `insert into pauses (account_id, contact_id, agent_id, origin, paused_at, expires_at)
     values ($1, 1, $2, 'human', now(), now() - interval '2 days'), ($1, 2, $2, 'human', now(), now() + interval '1 minute'),
       ($1, 3, $2, 'list', now() - interval '1 year', null)`,
    [accountId, agentId],
  );
  expect(await postgresHousekeeping(shop.pool).forget(new Date())).toBe(3);
  const left = await shop.pool.query(
    `select (select array_agg(token_hash) from sessions) as sessions, (select array_agg(key) from throttles) as throttles,
       (select count(*) from pauses) as pauses`,
  );
  expect(left.rows).toEqual([{ sessions: ['live'], throttles: ['busy'], pauses: 2 }]);
});

it('forgets what a device reported, decrypted and sent a week ago, and nothing that waits', async () => {
  const device = [shop.session.accountId, shop.session.agentId];
  await shop.pool.query(
    `insert into device_inbox (account_id, agent_id, chat, author, provider_id, state, envelope, content, at)
     select $1, $2, 'chat', 'author', state || days, state, case state when 'awaited' then ''::bytea end,
       case state when 'unreported' then ''::bytea end, now() - days * interval '1 day'
     from unnest(array['awaited', 'unreported', 'reported', 'silent']) state, unnest(array[6, 8]) days`,
    device,
  );
  // More than one statement takes at once.
  await shop.pool.query(
    `insert into device_decrypted (account_id, agent_id, digest, content, at)
     select $1, $2, n, '', now() - case n when 0 then 6 else 8 end * interval '1 day' from generate_series(0, 10001) n`,
    device,
  );
  await shop.pool.query(
    `insert into device_sent (account_id, agent_id, provider_id, content, at)
     values ($1, $2, 'old', '', now() - interval '8 days'), ($1, $2, 'young', '', now() - interval '6 days')`,
    device,
  );
  expect(await postgresHousekeeping(shop.pool).forget(new Date())).toBe(2 + 10_001 + 1);
  const left = await shop.pool.query(
    `select (select array_agg(provider_id order by provider_id) from device_inbox) as inbox,
       (select array_agg(digest) from device_decrypted) as decrypted, (select array_agg(provider_id) from device_sent) as sent`,
  );
  expect(left.rows).toEqual([
    {
      inbox: ['awaited6', 'awaited8', 'reported6', 'silent6', 'unreported6', 'unreported8'],
      decrypted: ['0'],
      sent: ['young'],
    },
  ]);
});

it('erases devices whose agent is no more, except those that a gateway still has to unlink', async () => {
  const gone = await openAgent(shop.pool, phone('11987650001'));
  const linked = await openAgent(shop.pool, phone('11987650002'));
  const held = await openAgent(shop.pool, phone('11987650003'));
  const all = [shop.session, gone, linked, held].map(({ agentId }) => agentId);
  await shop.pool.query('delete from agents where id = any($1)', [all.slice(1)]);
  for (const [session, paired, lease] of [
    [gone, false, '-1 minute'],
    [linked, true, '-1 minute'],
    [held, false, '1 minute'],
  ] as const) {
    await shop.pool.query(
      `insert into numbers (agent_id, account_id, phone, phone_key, wanted, paired, state, process_id, lease_until, changed_at)
       values ($1, $2, $3, $3, 'off', $4, 'disconnected', 'process', now() + $5::interval, now())`,
      [session.agentId, session.accountId, session.phone, paired, lease],
    );
  }
  await shop.pool.query(
    'insert into devices (account_id, agent_id, epoch) select 1, id, 1 from unnest($1::int[]) id',
    [all],
  );
  await shop.pool.query(
    `insert into device_keys (account_id, agent_id, type, id, value) select 1, id, 'session', '1', '' from unnest($1::int[]) id`,
    [all],
  );
  expect(await postgresHousekeeping(shop.pool).forget(new Date())).toBe(1);
  for (const table of deviceTables.slice(0, 2)) {
    const kept = await shop.pool.query(`select agent_id from ${table} order by agent_id`);
    expect(kept.rows.map((row) => row.agent_id)).toEqual([
      shop.session.agentId,
      linked.agentId,
      held.agentId,
    ]);
  }
});

it('lets go of the file of a voice message a week after it was heard, and of what another could be fetched with', async () => {
  const heard = (name: string, days: number) =>
    shop.pool.query(
      `insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, text, sent_at, received_at, heard_at, audio_key)
       values ($1, 1, $2, 'customer', $3, 'audio', 'Oi', now(), now(), now() - $4 * interval '1 day', $3)`,
      [shop.session.accountId, shop.session.agentId, name, days],
    );
  const unheard = (name: string, days: number) =>
    shop.pool.query(
      `insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, sent_at, received_at, media)
       values ($1, 1, $2, 'customer', $3, 'audio', now(), now() - $4 * interval '1 day', 'x')`,
      [shop.session.accountId, shop.session.agentId, name, days],
    );
  await Promise.all([
    heard('heard/6', 6),
    heard('heard/8', 8),
    unheard('unheard/6', 6),
    unheard('unheard/8', 8),
  ]);
  expect(await postgresHousekeeping(shop.pool).forget(new Date())).toBe(2);
  const left = await shop.pool.query(
    `select provider_id, text, audio_key, media is not null as media from messages order by provider_id`,
  );
  expect(left.rows).toEqual([
    { provider_id: 'heard/6', text: 'Oi', audio_key: 'heard/6', media: false },
    { provider_id: 'heard/8', text: 'Oi', audio_key: null, media: false },
    { provider_id: 'unheard/6', text: null, audio_key: null, media: true },
    { provider_id: 'unheard/8', text: null, audio_key: null, media: false },
  ]);
  const loose = await shop.pool.query('select key, given_up from loose_files');
  expect(loose.rows).toEqual([{ key: 'heard/8', given_up: true }]);
});

it('gives back what was counted by a worker that died, in a turn that somebody else ended', async () => {
  const { accountId, agentId } = shop.session;
  await shop.pool.query(
    `with turn as (
       insert into turns (account_id, contact_id, agent_id, sent_at, opened_at, closed_at, outcome)
       select $1, n, $2, now(), now(), now() - n * interval '50 minutes', 'human-took-over' from generate_series(1, 2) n
       returning id
     ), month as (
       insert into audio_months (account_id, month, used) values ($1, '2026-11-01', 7)
     )
     insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, sent_at, received_at, turn_id, counted_in)
     select $1, 2, $2, 'customer', 'counted' || id, 'audio', now(), now(), id, '2026-11-01' from turn`,
    [accountId, agentId],
  );
  expect(await postgresHousekeeping(shop.pool).forget(new Date())).toBe(1);
  const { rows } = await shop.pool.query('select used from audio_months where account_id = $1', [accountId]);
  expect(rows).toEqual([{ used: 6 }]);
});
