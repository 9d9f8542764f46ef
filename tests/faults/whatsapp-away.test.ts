import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LanguageModel } from '#core/ports/language-model.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/pipeline.ts';
import { phone } from '#tests/support/shop.ts';
import { openWhatsAppLine, type WhatsAppLine } from './whatsapp-line.ts';

let database: FreshDatabase;
let line: WhatsAppLine;
beforeEach(async () => {
  database = await freshDatabase();
  line = await openWhatsAppLine(database.url, thanks);
});
afterEach(async () => {
  await line.close();
  await database.drop();
});

it('answers once what was written while the process was down, and lists what is older than two hours', {
  timeout: 120_000,
}, async () => {
  const { whatsapp, gateway } = line;
  await line.connect();
  const { device } = line;
  await gateway.down();
  const customers = Array.from({ length: 20 }, (_, n) => {
    const handset = whatsapp.person({ pn: phone(`219${80_000_000 + n}`) });
    return { handset, old: n % 2 === 1, named: n % 4 < 2 ? ('lid+pn' as const) : ('pn' as const) };
  });
  for (const { handset, old, named } of customers) {
    const sentAt = new Date(Date.now() - (old ? 2 * hourMs + 60_000 : 60_000));
    await line.write(handset, { text: 'Vocês abrem domingo?', sentAt, named });
  }
  expect(device.waiting.size).toBe(20);

  gateway.up();
  await whatsapp.until(() => device.waiting.size < 15, 60_000);
  gateway.kill();
  await until(() => line.nothingWaits(), 60);

  expect(device.logins).toBe(3);
  for (const { handset, old } of customers) {
    const { shown, unreadable } = line.chat(handset);
    const answers = shown.filter(({ fromMe }) => fromMe).map(({ text }) => text);
    expect(answers).toEqual(old ? [] : ['Sim, das 9h às 13h.']);
    expect(unreadable).toEqual([]);
  }
  const { rows: outcomes } = await line.pool.query(
    'select outcome, count(*)::int from turns group by outcome order by outcome',
  );
  expect(outcomes).toEqual([
    { outcome: 'answered', count: 10 },
    { outcome: 'late', count: 10 },
  ]);
  const { rows: kept } = await line.pool.query('select late, count(*)::int from messages group by late');
  expect(kept).toEqual([{ late: true, count: 20 }]);
  const { rows: notices } = await line.pool.query('select kind from notices');
  expect(notices).toContainEqual({ kind: 'late-messages' });
  expect(line.failures).toEqual([]);
});

// Helpers

const hourMs = 3_600_000;

const thanks: LanguageModel = { reply: async () => ({ kind: 'text', text: 'Sim, das 9h às 13h.' }) };
