import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Town } from '#tests/support/baileys-town.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

it('unlinks a device whose line is lost without waiting for its next try', async () => {
  const shop = town.business();
  const patient = town.start({ waits: 20, leaveMs: 6_000 });
  const account = await town.pair(shop, patient);
  account.drop();
  await until(() => patient.heard.changes.at(-1)?.kind === 'reconnecting');
  await patient.messenger.logOut(shop.session);
  expect(account.unlinked).toBe(true);
  expect(await town.hasKeys(shop.session)).toEqual({ credentials: false, keys: false });
});
