import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import { openaiTranscriber } from '#adapters/openai/transcriber.ts';
import { postgresKeywordFiles } from '#adapters/postgres/keyword-files.ts';
import { removeAgent } from '#adapters/postgres/remove-agent.ts';
import { monthOf } from '#core/domain/time.ts';
import type { FetchedMedia } from '#core/ports/media-source.ts';
import type { Session } from '#core/ports/messenger.ts';
import { customerOf } from '#tests/support/customer.ts';
import { freshDatabase } from '#tests/support/database.ts';
import {
  type FakeHandler,
  type FakeOpenAi,
  type FakeReply,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts';
import { type Pipeline, startPipeline, until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

const cannotHear = 'Ainda não consigo ouvir áudios. Pode escrever, por favor?';

let pipeline: Pipeline;
let openAi: FakeOpenAi;
let shop: Session;
let drop: () => Promise<void>;
/** What the shelf holds, and what stands in for the network's files, where a test says so. */
let shelf: Map<string, Uint8Array>;
let fetching: (() => Promise<FetchedMedia>) | null;
/** What is heard in each voice message, by what its file holds. */
let hears: (audio: string) => FakeReply;
let asked: string[];
let numbers = 0;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  openAi = await startFakeOpenAi();
  const openAiAt = { apiKey: 'test', baseUrl: openAi.url };
  shelf = new Map();
  pipeline = await startPipeline(database.url, {
    model: openaiLanguageModel(openAiAt),
    timing: { windowMs: 40, maxMs: 200 },
    width: 32,
    hearing: {
      transcriber: openaiTranscriber(openAiAt),
      voiceShelf: {
        put: async (key, bytes) => void shelf.set(key, bytes),
        get: async (key) => shelf.get(key) ?? null,
        remove: async (keys) => void keys.map((key) => shelf.delete(key)),
      },
    },
    media: (usual) => ({
      fetch: (...file) => (fetching ? fetching() : usual.fetch(...file)),
    }),
  });
});
beforeEach(async () => {
  shelf.clear();
  fetching = null;
  asked = [];
  hears = (audio) => ({ text: audio });
  numbers += 1;
  shop = await openAgent(pipeline.pool, phone(`1198765${1_000 + numbers}`));
  await pipeline.connect(shop);
  openAi.answerWith(answers);
});
afterAll(async () => {
  await pipeline.close();
  await openAi.close();
  await drop();
});

describe('A voice message', () => {
  it('is heard and answered like a text, and the model reads it as what the customer said', async () => {
    const customer = newCustomer();
    await customer.says('Que horas abre no sábado?');
    expect(await customer.turns(1)).toEqual([['answered', 'Que horas abre no sábado?']]);
    expect(customer.sees()).toEqual(['Abrimos às 9h.']);
    expect(openAi.requests.at(-1)?.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: 'Que horas abre no sábado?',
    });
    expect(await used()).toBe(1);
  });

  it('may last a part of a second more', async () => {
    const customer = newCustomer();
    await customer.says('Abre hoje?', 2.5);
    expect(await customer.turns(1)).toEqual([['answered', 'Abre hoje?']]);
  });

  it('is told to the model together with what was written beside it, and later as what came before', async () => {
    const customer = newCustomer();
    await customer.writes('Oi, tudo bem?');
    await customer.says('Quanto custa o corte?');
    await customer.turns(1);
    expect(openAi.requests.at(-1)?.body.messages.at(-1)?.content).toBe(
      'Oi, tudo bem?\nQuanto custa o corte?',
    );
    await customer.writes('E a escova?');
    await customer.turns(2);
    const told = openAi.requests.at(-1)?.body.messages.map(({ content }) => content);
    expect(told).toContain('Oi, tudo bem?\nQuanto custa o corte?');
  });

  it('gets the file whose keyword is said in it, like a text', async () => {
    const fileKey = `${shop.accountId}/${shop.agentId}/tabela`;
    await pipeline.fileShelf.put(fileKey, new TextEncoder().encode('%PDF'), 'application/pdf');
    await postgresKeywordFiles(() => pipeline.orm.em.fork()).add(
      shop.accountId,
      shop.agentId,
      { name: 'tabela.pdf', type: 'application/pdf', keywords: ['tabela'], caption: 'Preços', fileKey },
      new Date(),
    );
    const customer = newCustomer();
    await customer.says('Tabela.');
    expect((await customer.turns(1))[0]?.[0]).toBe('answered');
    expect(customer.sees()).toEqual(['Preços']);
  });

  it('that says the same for the fourth time is a machine’s, like a text', async () => {
    const customer = newCustomer();
    for (let n = 1; n <= 4; n += 1) {
      await customer.says('Responderemos em breve.');
      await customer.turns(n);
    }
    expect((await customer.turns(4)).at(-1)?.[0]).toBe('robot');
    expect(customer.sees()).toHaveLength(3);
  });

  it('goes with its agent, and its file too', async () => {
    const customer = newCustomer();
    await customer.says('Bom dia');
    await customer.turns(1);
    await pipeline.orm.em
      .fork()
      .transactional((em) => removeAgent(() => em as never, shop.accountId, shop.agentId));
    const { rows } = await pipeline.pool.query('select key, given_up from loose_files where agent_id = $1', [
      shop.agentId,
    ]);
    expect(rows).toEqual([
      { key: expect.stringContaining(`${shop.accountId}/${shop.agentId}/`), given_up: true },
    ]);
  });

  it('is kept for its owner to listen to, and what its file was fetched with is forgotten', async () => {
    const customer = newCustomer();
    await customer.says('Bom dia');
    await customer.turns(1);
    await until(() => shelf.size === 1);
    expect([...shelf.values()].map((bytes) => Buffer.from(bytes).toString())).toEqual(['Bom dia']);
    const { rows } = await pipeline.pool.query(
      `select media, audio_key from messages where agent_id = $1 and kind = 'audio'`,
      [shop.agentId],
    );
    expect(rows).toEqual([{ media: null, audio_key: [...shelf.keys()][0] }]);
  });

  it('waits with what its file is fetched with sealed', async () => {
    fetching = () => Promise.reject(new Error('away'));
    const customer = newCustomer();
    await customer.says('Bom dia');
    await until(async () => (await waiting()).length === 1);
    expect((await waiting())[0]?.media.toString('latin1')).not.toContain('ref');
    fetching = null;
    expect((await customer.turns(1))[0]?.[0]).toBe('answered');
  });

  it('is refused when it lasts more than five minutes, whatever its sender says', async () => {
    fetching = async () => ({ kind: 'fetched', bytes: opusOf(301) });
    const customer = newCustomer();
    await customer.says('longa', 20);
    expect((await customer.turns(1))[0]?.[0]).toBe('audio-too-long');
    expect(customer.sees()[0]).toContain('mais de 5 minutos');
    expect([asked, await used()]).toEqual([[], 0]);
  });

  it('whose file says that it lasts for ever is refused once, and harms nothing', async () => {
    fetching = async () => ({ kind: 'fetched', bytes: opusOf(2 ** 40) });
    const customer = newCustomer();
    await customer.says('eterna');
    expect((await customer.turns(1))[0]?.[0]).toBe('audio-too-long');
    expect([asked, await used()]).toEqual([[], 0]);
  });

  it.each<[string, () => Promise<FetchedMedia>]>([
    ['kept no more by the network', async () => ({ kind: 'gone' })],
    ['not to be fetched', async () => ({ kind: 'refused', why: 'foreign host' })],
  ])('gets the fixed text when its file is %s, and does not count', async (_, fetch) => {
    fetching = fetch;
    const customer = newCustomer();
    await customer.says('Oi');
    expect((await customer.turns(1))[0]?.[0]).toBe('audio-limit');
    expect(customer.sees()).toEqual([cannotHear]);
    expect([asked, await used()]).toEqual([[], 0]);
  });

  it('in which nothing can be heard gets the fixed text, and does not count', async () => {
    hears = () => ({ text: '' });
    const customer = newCustomer();
    await customer.says('…');
    expect((await customer.turns(1))[0]?.[0]).toBe('audio-limit');
    expect(customer.sees()).toEqual([cannotHear]);
    expect(await used()).toBe(0);
  });
});

describe('While nobody can hear', () => {
  it('a voice message is tried again, and counts once it is heard', async () => {
    let away = true;
    hears = (audio) => (away ? { status: 503, raw: '' } : { text: audio });
    const customer = newCustomer();
    await customer.says('Vocês abrem hoje?');
    await until(() => asked.length === 1);
    await until(async () => (await used()) === 0);
    away = false;
    expect(await customer.turns(1)).toEqual([['answered', 'Vocês abrem hoje?']]);
    expect([asked.length, await used()]).toEqual([2, 1]);
  });

  it('what was heard before is not heard again with the rest', async () => {
    let away = true;
    hears = (audio) => (audio === 'segunda' && away ? { status: 500, raw: '' } : { text: audio });
    const customer = newCustomer();
    await Promise.all([customer.says('primeira'), customer.says('segunda')]);
    await until(() => asked.includes('segunda'));
    away = false;
    await customer.turns(1);
    expect(asked.filter((audio) => audio === 'primeira')).toEqual(['primeira']);
    expect(await used()).toBe(2);
  });

  it('the fixed text says so in the end', async () => {
    hears = () => ({ status: 503, raw: '' });
    const customer = newCustomer();
    await customer.says('Alô?');
    await until(() => asked.length === 1);
    await pipeline.pool.query(
      `update turns set opened_at = now() - interval '11 minutes' where agent_id = $1`,
      [shop.agentId],
    );
    expect((await customer.turns(1))[0]?.[0]).toBe('audio-limit');
    expect(customer.sees()).toEqual([cannotHear]);
    expect(await used()).toBe(0);
  });
});

describe('A turn that is taken up again', () => {
  it('does not pay for what was heard before its worker died', async () => {
    openAi.answerWith(async (request) => {
      if (request.path.endsWith('/audio/transcriptions')) return answers(request);
      await pipeline.pool.query(
        `update conversations set lease = 'another', lease_until = '-infinity' where agent_id = $1`,
        [shop.agentId],
      );
      openAi.answerWith(answers);
      return { text: 'Ninguém lê isto.' };
    });
    const customer = newCustomer();
    await customer.says('Que horas abre?');
    expect(await customer.turns(1)).toEqual([['answered', 'Que horas abre?']]);
    expect(customer.sees()).toEqual(['Abrimos às 9h.']);
    expect([asked, await used()]).toEqual([['Que horas abre?'], 1]);
  });
});

describe('The allowance of a month', () => {
  it('lets exactly three through when fifty come at once', async () => {
    await allow(3);
    const customers = Array.from({ length: 50 }, () => newCustomer());
    await Promise.all(customers.map((customer, n) => customer.says(`mensagem ${n}`)));
    const turns = await Promise.all(customers.map((customer) => customer.turns(1)));
    const outcomes = turns.map(([first]) => first?.[0]);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'audio-limit')).toHaveLength(47);
    expect(asked).toHaveLength(3);
    expect(await used()).toBe(3);
    expect(customers.filter((customer) => customer.sees()[0] === cannotHear)).toHaveLength(47);
  });

  it('is said to be used up once a day to each contact, and written messages go on being answered', async () => {
    await allow(0);
    const customer = newCustomer();
    await customer.says('um');
    await customer.turns(1);
    await customer.says('dois');
    await customer.turns(2);
    await customer.writes('Que horas abre?');
    expect((await customer.turns(3)).map(([outcome]) => outcome)).toEqual([
      'audio-limit',
      'audio-limit',
      'answered',
    ]);
    expect(customer.sees()).toEqual([cannotHear, 'Abrimos às 9h.']);
    expect(asked).toEqual([]);
  });

  it('is the account’s, and begins anew with its month', async () => {
    await allow(1);
    await pipeline.pool.query(
      `insert into audio_months (account_id, month, used) values ($1, '2020-01-01', 1)`,
      [shop.accountId],
    );
    const customer = newCustomer();
    await customer.says('Oi');
    expect((await customer.turns(1))[0]?.[0]).toBe('answered');
  });

  it('has no end where the plan says so', async () => {
    await allow(null);
    const customer = newCustomer();
    await Promise.all(['um', 'dois', 'três'].map((said) => customer.says(said)));
    await customer.turns(1);
    expect(await used()).toBe(3);
  });
});

// Helpers

const answers: FakeHandler = (request) => {
  if (!request.path.endsWith('/audio/transcriptions')) return { text: 'Abrimos às 9h.' };
  const audio = /name="file"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(request.text)?.[1] ?? '';
  asked.push(audio);
  return hears(audio);
};

/** A plan of the shop's own. */
const allow = (audiosPerMonth: number | null) =>
  pipeline.pool.query(
    `with plan as (
       insert into plans select $1, name, price_cents, description, popular, agent_limit, documents_per_agent, $2,
         keyword_files_per_agent, features from plans where id = 2 returning id
     )
     update subscriptions set plan_id = plan.id from plan where account_id = $3`,
    [1_000 + shop.accountId, audiosPerMonth, shop.accountId],
  );

const used = async (): Promise<number> => {
  const { rows } = await pipeline.pool.query<{ used: number }>(
    'select used from audio_months where account_id = $1 and month = $2',
    [shop.accountId, monthOf('America/Sao_Paulo', new Date())],
  );
  return rows[0]?.used ?? 0;
};

const waiting = async (): Promise<readonly { media: Buffer }[]> =>
  (
    await pipeline.pool.query<{ media: Buffer }>(
      'select media from messages where agent_id = $1 and media is not null',
      [shop.agentId],
    )
  ).rows;

/** Two pages of Ogg: the head of an Opus stream, and an end that says how long it was. */
const opusOf = (seconds: number): Uint8Array => {
  const bytes = Buffer.alloc(120);
  bytes.write('OggS', 0);
  bytes.write('OpusHead', 28);
  bytes.write('OggS', 60);
  bytes.writeBigUInt64LE(BigInt(seconds) * 48_000n, 66);
  return bytes;
};

let customers = 0;

const newCustomer = () => {
  customers += 1;
  const number = phone(`319${90_000_000 + customers}`);
  const { write, ...customer } = customerOf(pipeline, shop, number, { seconds: 30 });
  return {
    ...customer,
    writes: (text: string) => write({ text }),
    says: (text: string, durationSeconds = 5) =>
      write({ audio: Buffer.from(text).toString('base64'), durationSeconds }),
  };
};
