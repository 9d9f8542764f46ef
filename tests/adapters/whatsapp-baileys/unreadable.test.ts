import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresHousekeeping } from '#adapters/postgres/housekeeping.ts';
import { fromKept } from '#adapters/whatsapp-baileys/content.ts';
import { reportUnreadable } from '#adapters/whatsapp-baileys/unreadable.ts';
import { openTown, type Town } from '#tests/support/baileys-town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const soon = () => new Date(Date.now() + 60_000);

it('reports each message whose content never came once, however many there are, also a week later', async () => {
  const device = await town.devices.open(town.business().session);
  if (!device) throw new Error('Somebody else has the device.');
  const all = Array.from({ length: 150 }, (_, n) => `AD${n}`);
  for (const providerId of all)
    await device.inbox.awaits({
      chat: 'c',
      author: 'a',
      providerId,
      envelope: JSON.stringify({ providerId }),
    });
  const reported: string[] = [];
  const report = () =>
    reportUnreadable(device, soon(), (id, kept) => {
      reported.push(fromKept(kept).envelope?.providerId ?? '');
      return device.inbox.reported([id]);
    });
  for (let look = 0; look < 3; look++) await report();
  expect(reported.toSorted()).toEqual(all.map((providerId) => `${providerId}-unread`).toSorted());
  expect(await device.inbox.awaitedSince(soon())).toEqual([]);
  expect(await device.inbox.awaited('AD149')).not.toBeNull();

  await town.pool.query(`update device_inbox set at = at - interval '8 days'`);
  await postgresHousekeeping(town.pool).forget(new Date());
  await report();
  expect(reported).toHaveLength(all.length);
});
