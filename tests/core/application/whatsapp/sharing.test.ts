import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#adapters/node/clock.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { simulatorCalls } from '#adapters/whatsapp-simulator/calls.ts';
import { simulatedMessenger } from '#adapters/whatsapp-simulator/messenger.ts';
import { openWorld, type World } from '#adapters/whatsapp-simulator/world.ts';
import { startGateway } from '#apps/server/loops.ts';
import { runGateway } from '#core/application/whatsapp/run-gateway.ts';
import { memoryShelf } from '#tests/support/memory-shelf.ts';
import { until } from '#tests/support/pipeline.ts';
import { openAgent, openShop, phone, type Shop } from '#tests/support/shop.ts';

const count = 12;

let shop: Shop;
let database: Database;
let world: World;
beforeAll(async () => {
  shop = await openShop();
  database = await openDatabase(shop.url);
  world = openWorld({ clock: systemClock, random: Math.random, timers: realTimers });
  for (let n = 0; n < count; n += 1) {
    const session = await openAgent(shop.pool, phone(`119${86_000_000 + n}`));
    await shop.pool.query(
      `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
       select id, account_id, phone, phone_key, 'on', 'connecting', now() from agents where id = $1`,
      [session.agentId],
    );
    world.link(session.phone);
  }
});
afterAll(async () => {
  await database.close();
  await shop.close();
});

describe('gateway processes', () => {
  it('share the numbers fairly, and the one that stays has all of them soon after the other stops', {
    timeout: 60_000,
  }, async () => {
    const first = await startProcess('first');
    await until(async () => (await connectedBy('first')) === count);
    const second = await startProcess('second');
    await until(async () => (await connectedBy('second')) === count / 2, 40);
    expect(await connectedBy('first')).toBe(count / 2);
    const stoppedAt = performance.now();
    await first.stop();
    await until(async () => (await connectedBy('second')) === count);
    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
    expect([...first.failures, ...second.failures]).toEqual([]);
    await second.stop();
    expect(simulatorCalls(world).phones().length).toBe(count);
  });
});

// Helpers

/** A gateway as the server runs it; all of them see one WhatsApp. */
const startProcess = async (processId: string) => {
  const path = messagePath(database, shop.url);
  await path.signals.start();
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const stopGateway = await startGateway(
    runGateway(
      {
        ...path,
        clock: systemClock,
        agents: postgresAgents(() => database.orm.em.fork()),
        fileShelf: memoryShelf(),
        messenger: simulatedMessenger(world),
      },
      {
        ...{ timing: { windowMs: 5, maxMs: 20 }, processId, most: 100, pace: 'none' },
        ...{ random: Math.random, failed },
      },
    ),
    path.signals,
    failed,
  );
  return {
    failures,
    stop: async () => {
      await stopGateway();
      await path.signals.stop();
    },
  };
};

const connectedBy = async (processId: string) => {
  const found = await shop.pool.query(
    `select from numbers where process_id = $1 and state = 'connected' and lease_until > now()`,
    [processId],
  );
  return found.rowCount;
};
