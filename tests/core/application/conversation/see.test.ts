import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import type { FetchedMedia } from '#core/ports/media-source.ts';
import type { Session } from '#core/ports/messenger.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts';
import { type Pipeline, startPipeline, until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

const png = Buffer.from('iVBORw0KGgo=', 'base64');
const url = `data:image/png;base64,${png.toString('base64')}`;

let pipeline: Pipeline;
let openAi: FakeOpenAi;
let shop: Session;
let drop: () => Promise<void>;
let fetching: (() => Promise<FetchedMedia>) | null;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  openAi = await startFakeOpenAi();
  pipeline = await startPipeline(database.url, {
    model: openaiLanguageModel({
      apiKey: 'test',
      baseUrl: openAi.url,
      chatModel: 'blind',
      visionModel: 'seeing',
    }),
    timing: { windowMs: 40, maxMs: 200 },
    media: (usual) => ({ fetch: (...file) => (fetching ? fetching() : usual.fetch(...file)) }),
  });
  shop = await openAgent(pipeline.pool, phone('11987654321'));
  await pipeline.connect(shop);
});
beforeEach(() => {
  fetching = null;
  openAi.answerWith([{ text: 'É um corte chanel, fazemos sim.' }]);
});
afterAll(async () => {
  await pipeline.close();
  await openAi.close();
  await drop();
});

describe('A picture', () => {
  it('is looked at by the model that can see, with its caption, and answered', async () => {
    const customer = newCustomer();
    await customer.sends('Vocês fazem este corte?');
    expect(await customer.turns(1)).toEqual(['answered']);
    expect(customer.sees()).toEqual(['É um corte chanel, fazemos sim.']);
    expect(openAi.requests.at(-1)?.body.model).toBe('seeing');
    expect(lastWords()).toEqual([
      { type: 'text', text: '[foto] Vocês fazem este corte?' },
      { type: 'image_url', image_url: { url } },
    ]);
  });

  it('without a word is answered too', async () => {
    const customer = newCustomer();
    await customer.sends();
    expect(await customer.turns(1)).toEqual(['answered']);
    expect(lastWords()).toEqual([
      { type: 'text', text: '[foto]' },
      { type: 'image_url', image_url: { url } },
    ]);
  });

  it('never proves a payment: the model is told to have the team look at it', async () => {
    const customer = newCustomer();
    await customer.sends('Segue o comprovante do pix');
    await customer.turns(1);
    const told = openAi.requests.at(-1)?.body.messages[0]?.content;
    expect(told).toContain('Nunca confirme um pagamento');
    expect(told).toContain('«vou passar para a equipe conferir»');
  });

  it('is told of only in the turn that it came in; of those one after another the newest three are shown', async () => {
    const customer = newCustomer();
    for (let n = 1; n <= 4; n += 1) await customer.sends(`foto ${n}`);
    await customer.turns(1);
    expect(openAi.requests.at(-1)?.text.match(/"image_url":\{/g)).toHaveLength(3);
    await customer.writes('Obrigada');
    await customer.turns(2);
    expect(openAi.requests.at(-1)?.body.model).toBe('blind');
    expect(openAi.requests.at(-1)?.text).not.toContain('image_url');
  });

  it.each<[string, () => Promise<FetchedMedia>]>([
    ['is gone', async () => ({ kind: 'gone' })],
    ['is too large', async () => ({ kind: 'refused', why: 'too large' })],
    ['is none', async () => ({ kind: 'fetched', bytes: Buffer.from('<svg/>') })],
    ['cannot be fetched', () => Promise.reject(new Error('away'))],
  ])('that %s is answered by its caption, or with a request to write', async (_, fetch) => {
    fetching = fetch;
    const customer = newCustomer();
    await customer.sends('Vocês fazem este corte?');
    expect(await customer.turns(1)).toEqual(['answered']);
    expect(lastWords()).toBe('Vocês fazem este corte?');
    await customer.sends();
    await customer.turns(2);
    expect(customer.sees().at(-1)).toContain('Pode escrever');
  });

  it('that the model does not take is left out, and the words are answered', async () => {
    openAi.answerWith(({ text }) =>
      text.includes('image_url') ? { status: 400, raw: '{}' } : { text: 'Fazemos sim.' },
    );
    const customer = newCustomer();
    await customer.sends('Vocês fazem este corte?');
    expect(await customer.turns(1)).toEqual(['answered']);
    expect(customer.sees()).toEqual(['Fazemos sim.']);
  });
});

// Helpers

const lastWords = (): unknown =>
  openAi.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content;

let customers = 0;

const newCustomer = () => {
  customers += 1;
  const contact = phone(`319${80_000_000 + customers}`);
  const write = async (input: Omit<Parameters<Pipeline['phones']['write']>[1], 'contact'>) => {
    const written = await pipeline.phones.write(shop.phone, { contact, ...input });
    if (!written.ok) throw new Error(`The simulated phone refused it: ${JSON.stringify(written.refusal)}`);
  };
  return {
    writes: (text: string) => write({ text }),
    sends: (caption?: string) =>
      write({ image: png.toString('base64'), ...(caption !== undefined && { caption }) }),
    sees: () => {
      const chat = pipeline.phones.chat(shop.phone, contact);
      return chat.ok ? chat.value.filter(({ fromMe }) => fromMe).map(({ text }) => text) : [];
    },
    turns: async (count: number) => {
      const read = async () =>
        (
          await pipeline.pool.query<{ outcome: string }>(
            `select t.outcome from contacts c join turns t on t.account_id = c.account_id and t.contact_id = c.id
             where c.phone = $1 and t.outcome is not null and not exists (
               select 1 from outbox o where o.account_id = t.account_id and o.turn_id = t.id and o.state in ('pending', 'sending'))
             order by t.id`,
            [contact],
          )
        ).rows.map(({ outcome }) => outcome);
      await until(async () => (await read()).length === count);
      return read();
    },
  };
};
