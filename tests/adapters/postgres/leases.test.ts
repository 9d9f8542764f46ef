import { afterAll, beforeAll, expect, it } from 'vitest';
import { bucketOf, postgresBuckets } from '#adapters/postgres/buckets.ts';
import { postgresGateway } from '#adapters/postgres/gateway.ts';
import { freeLeases } from '#adapters/postgres/leases.ts';
import {
  answeredWith,
  atOnce,
  everyBucket,
  message,
  openLine,
  openShop,
  phone,
  type Shop,
} from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('frees at once what a dead process held, and nothing of a live one', async () => {
  const { pool, session, conversations } = shop;
  const [buckets, gateway] = [postgresBuckets(pool), postgresGateway(pool)];
  const limits = { most: 100, wave: 100 };
  await openLine(pool, session);
  await pool.query(`update numbers set process_id = null, lease_until = '-infinity'`);
  await buckets.hold('dead', 60_000);
  const [held] = (await gateway.hold('dead', 60_000, limits)).numbers;
  await gateway.hold('alive', 60_000, limits);
  await conversations.accept(session, message(phone('21987650001'), 'Oi'), atOnce, new Date());
  const [claim] = await conversations.claimDue(everyBucket, 1, 60_000, new Date());

  expect(await freeLeases(pool, (id) => id === 'nobody')).toBe(0);
  expect((await gateway.hold('alive', 60_000, limits)).numbers).toEqual([]);
  expect(await freeLeases(pool, (id) => id === 'dead')).toBe(1);

  expect(await buckets.hold('alive', 60_000)).toHaveLength(64);
  expect((await gateway.hold('alive', 60_000, limits)).numbers).toMatchObject([
    { agentId: session.agentId, epoch: (held?.epoch ?? 0) + 1 },
  ]);
  const [again] = await conversations.claimDue([bucketOf(session.accountId)], 1, 60_000, new Date());
  expect(again?.contactId).toBe(claim?.contactId);
  expect(again?.lease).not.toBe(claim?.lease);
});

it('lets a worker that lives after all end its turn, unless somebody has it by then', async () => {
  const { pool, session, conversations } = shop;
  const buckets = postgresBuckets(pool);
  await pool.query('delete from workers');
  await pool.query(`update buckets set worker_id = null, lease_until = '-infinity'`);
  await buckets.hold('slow', 60_000);
  const answering = async (customer: string) => {
    await conversations.accept(session, message(phone(customer), 'Oi'), atOnce, new Date());
    const claims = await conversations.claimDue(everyBucket, 10, 60_000, new Date());
    const claim = claims.at(-1);
    return claim ? conversations.openTurn(claim, new Date()) : null;
  };
  const left = await answering('21987650011');
  const taken = await answering('21987650012');
  await freeLeases(pool, (id) => id === 'slow');
  if (left) expect(await conversations.closeTurn(left, answeredWith('um'), new Date())).toBe(true);
  await conversations.claimDue(everyBucket, 10, 60_000, new Date());
  if (taken) expect(await conversations.closeTurn(taken, answeredWith('dois'), new Date())).toBe(false);
  expect([left, taken]).not.toContain(null);
});
