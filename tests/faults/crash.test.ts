import { expect, it } from 'vitest';
import { crash } from './crash.ts';

it('loses, doubles and disorders nothing while workers and the database are killed', {
  timeout: 120_000,
}, async () => {
  const report = await crash({ messages: 100, contacts: 25, workerKills: 6, databaseKills: 1 });
  expect(report).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0, withoutOneOutcome: 0, rearmed: 0 });
  expect(report.workerKills).toBe(6);
});
