import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresBuckets } from '#adapters/postgres/buckets.ts';
import { inTransaction } from '#adapters/postgres/contacts.ts';
import { postgresGateway } from '#adapters/postgres/gateway.ts';
import { openAgent, openShop, phone, type Shop, someoneWaitsForLock } from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('GatewayStore.hold', () => {
  it('goes on holding a number whose row is being changed at that moment', async () => {
    const { agentId } = await wantedNumber();
    const gateway = postgresGateway(shop.pool);
    expect(await agentsHeld(gateway.hold('process', new Date(), 15_000))).toContain(agentId);
    const again = await inTransaction(shop.pool, async (client) => {
      await client.query('update numbers set pairing_code_wanted = true where agent_id = $1', [agentId]);
      const held = gateway.hold('process', new Date(), 15_000);
      await someoneWaitsForLock(shop.pool);
      return { held };
    });
    expect(await agentsHeld(again.held)).toContain(agentId);
  });

  it('gives a number to one of many processes that ask at once', async () => {
    const { agentId } = await wantedNumber();
    const gateway = postgresGateway(shop.pool);
    const held = await Promise.all(
      Array.from({ length: 10 }, (_, n) => agentsHeld(gateway.hold(`p${n}`, new Date(), 15_000))),
    );
    expect(held.flat().filter((id) => id === agentId)).toHaveLength(1);
  });

  it('leaves a number that another process took over meanwhile to it', async () => {
    const { agentId } = await wantedNumber();
    const gateway = postgresGateway(shop.pool);
    await gateway.hold('stalled', new Date(), 0);
    expect(await agentsHeld(gateway.hold('heir', new Date(), 15_000))).toContain(agentId);
    expect(await agentsHeld(gateway.hold('stalled', new Date(), 15_000))).not.toContain(agentId);
  });
});

describe('GatewayStore.record', () => {
  it('keeps the QR code beside a pairing code, so that a reloaded screen still has something to scan', async () => {
    const session = await wantedNumber();
    const gateway = postgresGateway(shop.pool);
    await gateway.hold('drawing', new Date(), 15_000);
    await gateway.record('drawing', session, { kind: 'qr', payload: 'drawn' }, new Date());
    await gateway.record('drawing', session, { kind: 'pairing-code', code: 'WB18CQGK' }, new Date());
    const row = 'select qr, pairing_code from numbers where agent_id = $1';
    expect((await shop.pool.query(row, [session.agentId])).rows).toEqual([
      { qr: 'drawn', pairing_code: 'WB18CQGK' },
    ]);
  });
});

describe('BucketStore.letGo', () => {
  it('forgets workers that ended long ago without saying so', async () => {
    const buckets = postgresBuckets(shop.pool);
    await buckets.hold('killed', new Date(), 10_000);
    await shop.pool.query(`update workers set lease_until = now() - interval '2 hours'`);
    await buckets.hold('alive', new Date(), 10_000);
    await buckets.hold('ending', new Date(), 10_000);
    await buckets.letGo('ending');
    expect((await shop.pool.query('select id from workers')).rows).toEqual([{ id: 'alive' }]);
  });
});

// Helpers

const wantedNumber = async () => {
  const session = await openAgent(shop.pool, phone('11987650000'));
  await shop.pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
     select id, account_id, phone, phone_key, 'on', 'connecting', now() from agents where id = $1`,
    [session.agentId],
  );
  return session;
};

const agentsHeld = async (holding: Promise<readonly { agentId: number }[]>) =>
  (await holding).map(({ agentId }) => agentId);
