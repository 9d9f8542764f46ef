import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '#core/ports/messenger.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type Pipeline, startPipeline, until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

const shops = 24;
const answer = 'Resposta automática, longa o bastante para que se veja alguém digitando.';
const ownersWords = 'Oi, aqui é a Bia.';

let pipeline: Pipeline;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  pipeline = await startPipeline(database.url, {
    model: { reply: async () => ({ kind: 'text', text: answer }) },
    timing: { windowMs: 5, maxMs: 20 },
    pace: 'human',
  });
});
afterAll(async () => {
  await pipeline.close();
  await drop();
});

it('sends nothing automatic after the owner’s message, also when it comes while an answer is being typed', {
  timeout: 60_000,
}, async () => {
  const opened: Session[] = [];
  for (let n = 0; n < shops; n += 1) {
    opened.push(await openAgent(pipeline.pool, phone(`119${81_000_000 + n}`)));
    await pipeline.connect(opened[n] as Session);
  }
  await Promise.all(opened.map(customerThenOwner));
  await until(nothingWaits, 30);
  const said = opened.map((session) => {
    const chat = pipeline.phones.chat(session.phone, customer);
    return chat.ok ? chat.value.map(({ text }) => text) : [];
  });
  expect(said.filter((texts) => texts.lastIndexOf(answer) > texts.indexOf(ownersWords))).toEqual([]);
  // Typing takes longer than the owner does at some points, and not at others.
  const answered = said.filter((texts) => texts.includes(answer)).length;
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(shops);
  expect(pipeline.failures).toEqual([]);
});

// Helpers

const customer = phone('21980000001');

const customerThenOwner = async ({ phone: number }: Session, n: number) => {
  await pipeline.phones.write(number, { contact: customer, text: 'Quanto custa o corte?' });
  // From the first moment to well after the answer has left.
  await new Promise((resolve) => setTimeout(resolve, (n / shops) * 6_000));
  await pipeline.phones.write(number, { contact: customer, text: ownersWords, fromMe: true });
};

const nothingWaits = async () => {
  const { rows } = await pipeline.pool.query<{ waiting: number }>(
    `select (select count(*) from messages where author = 'customer' and turn_id is null)
       + (select count(*) from turns where outcome is null)
       + (select count(*) from outbox where state in ('pending', 'sending')) as waiting`,
  );
  return rows[0]?.waiting === 0;
};
