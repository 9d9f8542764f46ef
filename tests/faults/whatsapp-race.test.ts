import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { race } from './whatsapp-race.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const each = Number(process.env.EACH ?? 60);

it(`garbles none of ${each} messages in and ${each} out in one chat, over a store that takes its time`, {
  timeout: 120_000,
}, async () => {
  const report = await race(database.url, each);
  expect(report).toMatchObject({ unreadable: 0, notShown: 0, notReceived: 0, askedAgain: 0 });
});
