import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { whatsAppCrash } from './whatsapp-crash.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

it('loses, doubles, garbles and disorders nothing while the process that holds the number is killed', {
  timeout: 120_000,
}, async () => {
  const report = await whatsAppCrash(database.url, { customers: 40, messagesEach: 3, kills: 4 });
  expect(report).toMatchObject({ lost: 0, keptTwice: 0, unanswered: 0, answeredTwice: 0 });
  expect(report).toMatchObject({ unreadable: 0, outOfOrder: 0, mostSockets: 1 });
});

it('garbles nothing for customers whom the network names by LID and by number in turn', {
  timeout: 60_000,
}, async () => {
  const report = await whatsAppCrash(database.url, { customers: 18, messagesEach: 4, kills: 0 });
  expect(report).toMatchObject({ lost: 0, unanswered: 0, answeredTwice: 0, unreadable: 0, outOfOrder: 0 });
});
