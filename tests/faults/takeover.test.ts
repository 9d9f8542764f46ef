import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LanguageModel } from '#core/ports/language-model.ts';
import type { Session } from '#core/ports/messenger.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type Pipeline, startPipeline, until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

const points = Number(process.env.POINTS ?? 200);

let pipeline: Pipeline;
let shop: Session;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  pipeline = await startPipeline(database.url, { model: slowModel(), timing: { windowMs: 5, maxMs: 20 } });
  shop = await openAgent(pipeline.pool, phone('11987654321'));
  await pipeline.connect(shop);
});
afterAll(async () => {
  await pipeline.close();
  await drop();
});

it(`sends nothing automatic after the owner’s message, at ${points} random points of a turn`, async () => {
  const chats = Array.from({ length: points }, (_, n) => phone(`219${80_000_000 + n}`));
  for (let start = 0; start < chats.length; start += 20) {
    await Promise.all(chats.slice(start, start + 20).map(customerThenOwner));
  }
  await until(noneWaiting);
  const spokenOver = chats.filter(automaticAfterOwner);
  expect(spokenOver).toEqual([]);
  const outcomes = await outcomeCounts();
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(await turnCount());
  // The points really fall before, in and after the making of an answer.
  expect(outcomes.get('human-took-over')).toBeGreaterThan(points / 10);
  expect(outcomes.get('answered')).toBeGreaterThan(points / 20);
  expect(pipeline.failures).toEqual([]);
});

it('sends nothing automatic on return when the owner wrote while the line was down', async () => {
  const customer = phone('21970000001');
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'Quanto custa o corte?' });
  await pipeline.phones.setConnection(shop.phone, 'down');
  await until(answersAreQueued);
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'Oi, aqui é a Bia.', fromMe: true });
  await pipeline.phones.setConnection(shop.phone, 'normal');
  await until(noneWaiting);
  expect(texts(customer)).toEqual(['Quanto custa o corte?', 'Oi, aqui é a Bia.']);
  expect(await outcomeOf(customer)).toBe('human-took-over');
});

it('gives a customer’s answer all the same while the owner writes in a group with that customer', async () => {
  const customer = phone('21970000002');
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'Quanto custa o corte?' });
  do {
    await pipeline.phones.write(shop.phone, { contact: customer, text: 'Oi!', fromMe: true, group: true });
  } while (!(await noneWaiting()));
  expect(await outcomeOf(customer)).toBe('answered');
});

it('answers again when the pause has ended', async () => {
  const customer = phone('21980000000');
  await pipeline.pool.query(`update pauses set expires_at = now() where account_id = $1`, [shop.accountId]);
  const before = texts(customer).length;
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'E agora?' });
  await until(() => texts(customer).length === before + 2);
});

// Helpers

const slowModel = (): LanguageModel => ({
  reply: async () => {
    await pause(20 * Math.random());
    return { kind: 'text', text: 'Resposta automática.' };
  },
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const customerThenOwner = async (customer: string) => {
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'Quanto custa o corte?' });
  await pause(90 * Math.random());
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'Oi, aqui é a Bia.', fromMe: true });
  await pipeline.phones.write(shop.phone, { contact: customer, text: 'Obrigada!' });
};

const chatOf = (customer: string) => {
  const chat = pipeline.phones.chat(shop.phone, customer);
  return chat.ok ? chat.value : [];
};

const texts = (customer: string) => chatOf(customer).map((shown) => shown.text);

const automaticAfterOwner = (customer: string) => {
  const said = texts(customer);
  return said.lastIndexOf('Resposta automática.') > said.indexOf('Oi, aqui é a Bia.');
};

const noneWaiting = async () => {
  const { rows } = await pipeline.pool.query<{ waiting: number }>(
    `select (select count(*) from messages where author = 'customer' and turn_id is null)
       + (select count(*) from turns where outcome is null)
       + (select count(*) from outbox where state in ('pending', 'sending')) as waiting`,
  );
  return rows[0]?.waiting === 0;
};

const answersAreQueued = async () =>
  (await pipeline.pool.query(`select 1 from outbox where state in ('pending', 'sending')`)).rowCount === 1;

const outcomeOf = async (customer: string) => {
  const { rows } = await pipeline.pool.query<{ outcome: string }>(
    'select t.outcome from turns t join contacts c on c.account_id = t.account_id and c.id = t.contact_id where c.phone = $1',
    [customer],
  );
  return rows.map((row) => row.outcome).join();
};

const outcomeCounts = async () => {
  const { rows } = await pipeline.pool.query<{ outcome: string; count: number }>(
    'select outcome, count(*) from turns group by outcome',
  );
  return new Map(rows.map((row) => [row.outcome, row.count]));
};

const turnCount = async () => {
  const { rows } = await pipeline.pool.query<{ count: number }>('select count(*) from turns');
  return rows[0]?.count ?? 0;
};
