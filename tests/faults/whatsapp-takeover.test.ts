import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { takeover } from './whatsapp-takeover.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it("lets nothing automatic reach WhatsApp by the real client once the owner's message was taken", async () => {
  const report = await takeover(database.url, Number(process.env.POINTS ?? 20));
  expect(report.steppedBack).toBeGreaterThan(3);
  expect(report.spokenOver).toBe(0);
}, 60_000);
