import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import { postgresPassages } from '#adapters/postgres/passages.ts';
import type { Session } from '#core/ports/messenger.ts';
import { customerOf } from '#tests/support/customer.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type FakeOpenAi, type FakeRequest, startFakeOpenAi } from '#tests/support/fake-openai.ts';
import { type Pipeline, startPipeline } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

let pipeline: Pipeline;
let model: FakeOpenAi;
let shop: Session;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  model = await startFakeOpenAi();
  pipeline = await startPipeline(database.url, {
    model: openaiLanguageModel({ apiKey: 'test', baseUrl: model.url }),
    timing: { windowMs: 40, maxMs: 200 },
  });
  shop = await openAgent(pipeline.pool, phone('11987654321'));
  await pipeline.connect(shop);
});
beforeEach(() => model.answerWith([{ text: 'Abrimos às 9h.' }]));
afterAll(async () => {
  await pipeline.close();
  await model.close();
  await drop();
});

describe('A message of a customer', () => {
  it('gets the model’s answer', async () => {
    const customer = newCustomer();
    await customer.writes('Que horas abre?');
    expect(await customer.turns(1)).toEqual([['answered', 'Que horas abre?']]);
    expect(customer.sees()).toEqual(['Abrimos às 9h.']);
  });

  it('is answered, as the one after it is, when it holds characters that no database keeps', async () => {
    const customer = newCustomer();
    await customer.writes('Que horas\u0000 abre?');
    expect(await customer.turns(1)).toEqual([['answered', 'Que horas abre?']]);
  });

  it('gets one answer together with the others of its burst', async () => {
    const customer = newCustomer();
    await Promise.all([customer.writes('Oi'), customer.writes('Que horas abre?')]);
    expect((await customer.turns(1)).map(([outcome]) => outcome)).toEqual(['answered']);
    expect(customer.sees()).toHaveLength(1);
  });

  it('gets nothing while the customer is paused, until /start', async () => {
    const customer = newCustomer();
    await customer.ownerWrites('/stop');
    await customer.writes('Oi');
    expect(await customer.turns(1)).toEqual([['paused', 'Oi']]);
    await customer.ownerWrites('/start');
    await customer.writes('Que horas abre?');
    expect((await customer.turns(2)).at(-1)).toEqual(['answered', 'Que horas abre?']);
  });

  it('is no command when a customer writes /stop', async () => {
    const customer = newCustomer();
    await customer.writes('/stop');
    await customer.turns(1);
    await customer.writes('Que horas abre?');
    expect((await customer.turns(2)).map(([outcome]) => outcome)).toEqual(['answered', 'answered']);
  });

  it('gets nothing after the owner answered, and the model later knows what the owner said', async () => {
    const customer = newCustomer();
    await customer.ownerWrites('Oi, é a Bia. Amanhã abro às 10h.');
    await customer.writes('Obrigada!');
    expect(await customer.turns(1)).toEqual([['paused', 'Obrigada!']]);
    await pipeline.pool.query('update pauses set expires_at = now() where account_id = $1', [shop.accountId]);
    await customer.writes('Que horas abre amanhã?');
    await customer.turns(2);
    expect(model.requests.at(-1)?.text).toContain('Amanhã abro às 10h.');
  });

  it('gets nothing while the agent is offline', async () => {
    await pipeline.pool.query('update agents set online = false where id = $1', [shop.agentId]);
    const customer = newCustomer();
    await customer.writes('Oi');
    expect(await customer.turns(1)).toEqual([['agent-offline', 'Oi']]);
    await pipeline.pool.query('update agents set online = true where id = $1', [shop.agentId]);
    expect(customer.sees()).toEqual([]);
  });

  it('gets nothing when no plan is active, and is kept', async () => {
    await endTrial('now()');
    const customer = newCustomer();
    await customer.writes('Oi');
    expect(await customer.turns(1)).toEqual([['plan-inactive', 'Oi']]);
    await endTrial(`now() + interval '7 days'`);
  });

  it('gets nothing when it is older than two hours, and the owner is told', async () => {
    const customer = newCustomer();
    await customer.writes('Oi', { sentAt: new Date(Date.now() - 3 * 3_600_000) });
    expect(await customer.turns(1)).toEqual([['late', 'Oi']]);
    expect(await customer.notices()).toEqual(['late-messages']);
  });

  it('is not even stored when it comes from a group', async () => {
    const customer = newCustomer();
    const before = await messageCount();
    await customer.writes('Oi pessoal', { group: '120363@g.us' });
    await customer.writes('Oi');
    await customer.turns(1);
    expect(await messageCount()).toBe(before + 1);
  });

  it('that is a voice message gets the text that asks to write, once a day', async () => {
    const customer = newCustomer();
    await customer.writes(undefined, { audio: 'T2dnUw==', durationSeconds: 5 });
    expect((await customer.turns(1)).map(([outcome]) => outcome)).toEqual(['audio-limit']);
    await customer.writes(undefined, { audio: 'T2dnUw==', durationSeconds: 5 });
    expect((await customer.turns(2)).map(([outcome]) => outcome)).toEqual(['audio-limit', 'audio-limit']);
    expect(customer.sees()).toEqual(['Ainda não consigo ouvir áudios. Pode escrever, por favor?']);
  });

  it('that is a voice message of more than five minutes is refused with a text', async () => {
    const customer = newCustomer();
    await customer.writes(undefined, { audio: 'T2dnUw==', durationSeconds: 301 });
    expect((await customer.turns(1)).map(([outcome]) => outcome)).toEqual(['audio-too-long']);
    expect(customer.sees()).toHaveLength(1);
  });

  it('that is the sixth long voice message within a minute gets no sixth reply', async () => {
    const customer = newCustomer();
    for (let n = 1; n <= 6; n += 1) {
      await customer.writes(undefined, { audio: 'T2dnUw==', durationSeconds: 301 });
      await customer.turns(n);
    }
    expect((await customer.turns(6)).at(-1)?.[0]).toBe('robot');
    expect(customer.sees()).toHaveLength(5);
  });

  it('that is a picture is answered by its caption, or with a request to write', async () => {
    const [with_, without] = [newCustomer(), newCustomer()];
    await with_.writes(undefined, { image: 'iVBORw0KGgo=', caption: 'Vocês fazem este corte?' });
    expect(await with_.turns(1)).toEqual([['answered', 'Vocês fazem este corte?']]);
    await without.writes(undefined, { image: 'iVBORw0KGgo=' });
    await without.turns(1);
    expect(without.sees()[0]).toContain('Pode escrever');
  });
});

describe('A machine on the other side', () => {
  it('is not given the sixth reply within a minute, is silenced for an hour, and the owner is told', async () => {
    const customer = newCustomer();
    for (let n = 1; n <= 6; n += 1) {
      await customer.writes(`mensagem ${n}`);
      await customer.turns(n);
    }
    await customer.writes('mensagem 7');
    expect((await customer.turns(7)).map(([outcome]) => outcome)).toEqual([
      ...Array.from({ length: 5 }, () => 'answered'),
      'robot',
      'robot',
    ]);
    expect(customer.sees()).toHaveLength(5);
    expect(await customer.notices()).toEqual(['robot']);
  });

  it('is not answered when it says the same for the fourth time', async () => {
    const customer = newCustomer();
    for (let n = 1; n <= 4; n += 1) {
      await customer.writes('Mensagem automática: responderemos em breve.');
      await customer.turns(n);
    }
    expect((await customer.turns(4)).at(-1)?.[0]).toBe('robot');
    expect(customer.sees()).toHaveLength(3);
  });
});

describe('When the model', () => {
  it('hands over, the customer is told so, the owner too, and the outcome says it', async () => {
    model.answerWith([
      { calls: [{ name: 'hand_over', input: { motivo: 'preço de coloração' } }] },
      { text: 'Vou chamar a equipe.' },
    ]);
    const customer = newCustomer();
    await customer.writes('Quanto custa a coloração?');
    expect((await customer.turns(1))[0]?.[0]).toBe('no-source');
    expect(customer.sees()).toEqual(['Vou chamar a equipe.']);
    expect(await customer.notices()).toEqual(['handed-over']);
  });

  it('is away for a moment, the answer comes when it is back', async () => {
    model.answerWith([{ status: 500 }, { text: 'Voltei: abrimos às 9h.' }]);
    const customer = newCustomer();
    await customer.writes('Que horas abre?');
    expect((await customer.turns(1))[0]?.[0]).toBe('answered');
    expect(customer.sees()).toEqual(['Voltei: abrimos às 9h.']);
  });

  it('refuses, the customer gets one apology in six hours and the owner is told once', async () => {
    model.answerWith([{ status: 400 }]);
    const customer = newCustomer();
    await customer.writes('Que horas abre?');
    await customer.turns(1);
    await customer.writes('Alô?');
    expect((await customer.turns(2)).map(([outcome]) => outcome)).toEqual(['ai-failed', 'ai-failed']);
    expect(customer.sees()).toEqual([
      'Estou com uma instabilidade agora. Já avisei a equipe e alguém te responde por aqui.',
    ]);
    expect(await customer.notices()).toEqual(['ai-failed']);
  });

  it('only ever calls tools, it is asked for words without them', async () => {
    model.answerWith(({ body }) =>
      body.tools ? { calls: [{ name: 'hand_over', input: {} }] } : { text: 'Vou passar para a equipe.' },
    );
    const customer = newCustomer();
    await customer.writes('Oi');
    expect((await customer.turns(1))[0]?.[0]).toBe('no-source');
    expect(customer.sees()).toEqual(['Vou passar para a equipe.']);
  });
});

describe('An answer from documents', () => {
  beforeAll(() =>
    postgresPassages(() => pipeline.orm.em.fork()).put(
      shop.accountId,
      shop.agentId,
      { id: 1, name: 'precos.pdf' },
      [
        { text: 'Corte feminino | R$ 80,00', page: 3, headings: ['Cabelo'] },
        { text: 'Estacionamento gratuito na rua de trás', page: 9, headings: [] },
      ],
      [],
    ),
  );
  afterAll(() => postgresPassages(() => pipeline.orm.em.fork()).remove(shop.accountId, shop.agentId, [1]));

  it('gives the model the passages that matter, with their place, and no others', async () => {
    const customer = newCustomer();
    await customer.writes('qto é o corte femnino?');
    await customer.turns(1);
    const told = systemOf(model.requests.at(-1));
    expect(told).toContain('precos.pdf › p. 3 › Cabelo\nCorte feminino | R$ 80,00');
    expect(told).not.toContain('Estacionamento');
  });

  it('keeps with the answer what it was made from', async () => {
    const customer = newCustomer();
    await customer.writes('Quanto custa o corte feminino?');
    await customer.turns(1);
    const { rows } = await pipeline.pool.query('select sources from turns order by id desc limit 1');
    const source = { documentName: 'precos.pdf', page: 3, excerpt: 'Corte feminino | R$ 80,00' };
    expect(rows).toEqual([{ sources: [source] }]);
  });

  it('understands a question that goes on from the one before', async () => {
    const customer = newCustomer();
    await customer.writes('Vocês fazem corte feminino em quanto tempo?');
    await customer.turns(1);
    await customer.writes('e o valor?');
    await customer.turns(2);
    expect(systemOf(model.requests.at(-1))).toContain('R$ 80,00');
  });

  it('comes from nowhere when no document matters', async () => {
    const customer = newCustomer();
    await customer.writes('Bom dia, tudo bem com vocês?');
    await customer.turns(1);
    expect(systemOf(model.requests.at(-1))).not.toContain('trecho de documento');
  });
});

// Helpers

const systemOf = (request: FakeRequest | undefined): string => request?.body.messages[0]?.content ?? '';

let customers = 0;

const newCustomer = () => {
  customers += 1;
  const number = phone(`319${90_000_000 + customers}`);
  const { write, ...customer } = customerOf(pipeline, shop, number);
  return {
    ...customer,
    writes: (text?: string, more: Parameters<typeof write>[0] = {}) =>
      write({ ...more, ...(text !== undefined && { text }) }),
    ownerWrites: (text: string) => write({ text, fromMe: true }),
    notices: async () => {
      const { rows } = await pipeline.pool.query<{ kind: string }>(
        'select n.kind from notices n join contacts c on c.account_id = n.account_id and c.id = n.contact_id where c.phone = $1',
        [number],
      );
      return rows.map((row) => row.kind);
    },
  };
};

const endTrial = (when: string) =>
  pipeline.pool.query(`update subscriptions set ends_at = ${when} where account_id = $1`, [shop.accountId]);

const messageCount = async () => {
  const { rows } = await pipeline.pool.query<{ count: number }>('select count(*) from messages');
  return rows[0]?.count ?? 0;
};
