import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Town } from '#tests/support/baileys-town.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

it('counts as connected when all that waited is kept, however long that takes', async () => {
  const shop = town.business();
  const before = town.start();
  await town.pair(shop, before);
  await before.messenger.close(shop.session);
  for (let n = 0; n < 30; n++) await town.whatsapp.write(town.maria, shop.owner, { text: `${n}` });
  const id = await town.whatsapp.ownerWrites(shop.owner, town.maria, { text: 'Eu respondo' });

  const slow = town.start({ catchUpMs: 500, watchMs: 50, deafMs: 1_500 });
  slow.store.pass = async (name, call) => {
    if (name === 'commit') await pause(100);
    return call();
  };
  await slow.messenger.open(shop.session);
  await until(() => slow.heard.changes.at(-1)?.kind === 'connected');
  const kept = await town.rows('device_inbox', shop.session);
  expect(kept.map(({ provider_id }) => provider_id)).toContain(id);
  expect(slow.said).toEqual([]);
});
