import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresHousekeeping } from '#adapters/postgres/housekeeping.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';

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
