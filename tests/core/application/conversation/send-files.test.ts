import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openaiLanguageModel } from '#adapters/openai/language-model.ts';
import { postgresHistory } from '#adapters/postgres/history.ts';
import { postgresKeywordFiles } from '#adapters/postgres/keyword-files.ts';
import type { FileShelf } from '#core/ports/file-shelf.ts';
import type { Session } from '#core/ports/messenger.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts';
import { type Pipeline, startPipeline, until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

let pipeline: Pipeline;
let model: FakeOpenAi;
let shop: Session;
let drop: () => Promise<void>;
let numbers = 0;

/** Whoever waited for other messages would wait longer than any test. */
const timing = { windowMs: 120_000, maxMs: 120_000 };
const customer = phone('31990000001');

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  model = await startFakeOpenAi();
  pipeline = await startPipeline(database.url, {
    model: openaiLanguageModel({ apiKey: 'test', baseUrl: model.url }),
    timing,
  });
});
beforeEach(async () => {
  numbers += 1;
  shop = await openAgent(pipeline.pool, phone(`1198764${1_000 + numbers}`));
  await pipeline.connect(shop);
  model.answerWith([{ text: 'Abrimos às 9h.' }]);
});
afterAll(async () => {
  await pipeline.close();
  await model.close();
  await drop();
});

describe('A keyword', () => {
  it('alone gets its file at once, and no model is asked', async () => {
    await keep('tabela.pdf', { caption: 'Preços de 2026' });
    const before = model.requests.length;
    await writes('TABELA!');
    expect(await outcomes(1)).toEqual(['answered']);
    expect(sees()).toEqual(['tabela.pdf: Preços de 2026']);
    expect(model.requests.length).toBe(before);
    expect(await arrived('tabela.pdf')).toEqual(new TextEncoder().encode('tabela.pdf'));
    expect(await history()).toEqual([
      { question: 'TABELA!', answer: 'Preços de 2026', files: ['tabela.pdf'], outcome: 'answered' },
    ]);
    expect(await sentToday()).toBe(1);
  });

  it('with more gets its file, then the answer of a model that knows what was sent', async () => {
    await keep('tabela.pdf');
    await writes('Me manda a tabela? Que horas abre?');
    expect(await outcomes(1)).toEqual(['answered']);
    expect(sees()).toEqual(['tabela.pdf', 'Abrimos às 9h.']);
    expect(model.requests.at(-1)?.text).toMatch(/vai, por uma palavra-chave.*«tabela.pdf»/);
    expect(await history()).toEqual([
      {
        question: 'Me manda a tabela? Que horas abre?',
        answer: 'Abrimos às 9h.',
        files: ['tabela.pdf'],
        outcome: 'answered',
      },
    ]);
  });

  it('gets the same file no second time within ten minutes: the model answers, and knows', async () => {
    await keep('tabela.pdf');
    await writes('tabela');
    await outcomes(1);
    await writes('tabela?');
    await outcomes(2);
    expect(sees()).toEqual(['tabela.pdf', 'Abrimos às 9h.']);
    expect(model.requests.at(-1)?.text).toContain('[arquivo enviado: tabela.pdf]');
    await pipeline.pool.query(
      `update outbox set created_at = created_at - interval '10 minutes' where account_id = $1`,
      [shop.accountId],
    );
    await writes('Tabela');
    await outcomes(3);
    expect(sees().at(-1)).toBe('tabela.pdf');
  });

  it('of four files gets three, in their order', async () => {
    for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf']) await keep(name);
    await writes('tabela');
    await outcomes(1);
    expect(sees()).toEqual(['1.pdf', '2.pdf', '3.pdf']);
  });

  it('gets a picture as a picture', async () => {
    await keep('foto.png', { type: 'image/png' });
    await writes('tabela');
    await outcomes(1);
    expect(sees()).toEqual(['image.png']);
  });

  it('gets the rest when a file is gone, and it counts as answered', async () => {
    const { fileKey } = await keep('tabela.pdf');
    await keep('outra.pdf');
    await pipeline.fileShelf.remove([fileKey]);
    await writes('tabela');
    expect(await outcomes(1)).toEqual(['answered']);
    expect(sees()).toEqual(['outra.pdf']);
    expect(await whyRejected()).toEqual(['file-gone']);
  });

  it('whose only file is gone is told apart from one that was answered', async () => {
    const { fileKey } = await keep('tabela.pdf');
    await pipeline.fileShelf.remove([fileKey]);
    await writes('tabela');
    expect(await outcomes(1)).toEqual(['expired']);
  });

  it('gets its file while the model is away, once, and the answer when it is back', async () => {
    await keep('tabela.pdf');
    let away = true;
    model.answerWith(() => (away ? { status: 503 } : { text: 'Abrimos às 9h.' }));
    await writes('A tabela! Que horas abre?');
    await until(() => sees().length === 1);
    expect(sees()).toEqual(['tabela.pdf']);
    away = false;
    await pipeline.pool.query('update conversations set run_after = now() where account_id = $1', [
      shop.accountId,
    ]);
    expect(await outcomes(1)).toEqual(['answered']);
    expect(sees()).toEqual(['tabela.pdf', 'Abrimos às 9h.']);
    expect((await history()).map(({ files }) => files)).toEqual([['tabela.pdf']]);
  });

  it('gets its file once the shelf is back', async () => {
    await keep('tabela.pdf');
    const comeBack = await leaveShelf();
    comeBack();
    expect(await outcomes(1)).toEqual(['answered']);
    expect(sees()).toEqual(['tabela.pdf']);
  });

  it('whose file could not be read before its owner took over gets it no more', async () => {
    await keep('tabela.pdf');
    const comeBack = await leaveShelf();
    await until(async () => (await outboxStates()).includes('pending'));
    await writes('Já te mando, aqui é a Bia.', true);
    comeBack();
    expect(await outcomes(1)).toEqual(['human-took-over']);
    expect([sees(), await outboxStates()]).toEqual([['Já te mando, aqui é a Bia.'], ['cancelled']]);
  });

  it('gets its file although the model fails', async () => {
    await keep('tabela.pdf');
    model.answerWith([{ status: 400 }]);
    await writes('A tabela, por favor');
    expect(await outcomes(1)).toEqual(['ai-failed']);
    expect(sees()[0]).toBe('tabela.pdf');
  });
});

describe('The model', () => {
  it('sends a listed file by its number, and once', async () => {
    await keep('tabela.pdf');
    const { id } = await keep('mapa.pdf', { keywords: ['mapa'] });
    model.answerWith([
      { calls: [{ name: 'send_file', input: { number: String(id) } }] },
      { calls: [{ name: 'send_file', input: { number: id } }] },
      { text: 'Enviei o mapa.' },
    ]);
    await writes('A tabela, e como chego aí?');
    expect(await outcomes(1)).toEqual(['answered']);
    expect(sees()).toEqual(['tabela.pdf', 'mapa.pdf', 'Enviei o mapa.']);
    expect(model.requests.at(-3)?.text).toContain(`${id}. «mapa.pdf» (mapa)`);
  });

  it('sends nothing that is not on its list, nor what was sent just now', async () => {
    const { id } = await keep('tabela.pdf');
    const other = await openAgent(pipeline.pool, phone(`1198763${1_000 + numbers}`));
    const foreign = await keep('segredo.pdf', {}, other);
    await writes('tabela');
    await outcomes(1);
    model.answerWith([
      { calls: [{ name: 'send_file', input: { number: foreign.id } }] },
      { calls: [{ name: 'send_file', input: { number: id } }] },
      { calls: [{ name: 'send_file', input: { number: 'todos' } }] },
      { text: 'Não achei.' },
    ]);
    await writes('tabela de novo');
    await outcomes(2);
    expect(sees()).toEqual(['tabela.pdf', 'Não achei.']);
    expect(model.requests.at(-1)?.text).toContain('há poucos minutos');
  });
});

// Helpers

const keep = async (
  name: string,
  {
    caption = '',
    keywords = ['tabela'],
    type = 'application/pdf',
  }: { caption?: string; keywords?: string[]; type?: 'application/pdf' | 'image/png' } = {},
  { accountId, agentId }: Session = shop,
) => {
  const fileKey = `${accountId}/${agentId}/${name.replace('.', '-')}`;
  await pipeline.fileShelf.put(fileKey, new TextEncoder().encode(name), type);
  const files = postgresKeywordFiles(() => pipeline.orm.em.fork());
  return files.add(accountId, agentId, { name, type, keywords, caption, fileKey }, new Date());
};

/** A keyword whose file is tried while the shelf is away. The answer brings the shelf back. */
const leaveShelf = async (): Promise<() => void> => {
  const shelf = pipeline.fileShelf as { get: FileShelf['get'] };
  const usual = shelf.get;
  const failures = pipeline.failures.length;
  shelf.get = () => Promise.reject(new Error('The shelf is away.'));
  await writes('tabela');
  await until(() => pipeline.failures.length > failures);
  return () => {
    shelf.get = usual;
  };
};

const outboxStates = async () => {
  const { rows } = await pipeline.pool.query<{ state: string }>(
    'select state from outbox where account_id = $1',
    [shop.accountId],
  );
  return rows.map(({ state }) => state);
};

const writes = async (text: string, fromMe = false) => {
  const written = await pipeline.phones.write(shop.phone, { contact: customer, text, fromMe });
  if (!written.ok) throw new Error(`The simulated phone refused it: ${JSON.stringify(written.refusal)}`);
};

/** What the product sent: a file with its caption, or words. */
const sees = () => {
  const chat = pipeline.phones.chat(shop.phone, customer);
  const mine = chat.ok ? chat.value.filter(({ fromMe }) => fromMe) : [];
  return mine.map(({ file, text }) => [file, text].filter(Boolean).join(': '));
};

const arrived = async (name: string): Promise<Uint8Array | null> => {
  const chat = pipeline.phones.chat(shop.phone, customer);
  const shown = chat.ok ? chat.value.find(({ file }) => file === name) : undefined;
  return shown ? pipeline.fileShelf.get(`${shop.accountId}/${shop.agentId}/${name.replace('.', '-')}`) : null;
};

/** Of the customer's turns, once there are so many and all is said. */
const outcomes = async (count: number) => {
  const read = () =>
    pipeline.pool.query<{ outcome: string }>(
      `select t.outcome from turns t where t.account_id = $1 and t.outcome is not null and not exists (
         select 1 from outbox o where o.account_id = t.account_id and o.turn_id = t.id and o.state in ('pending', 'sending'))
       order by t.id`,
      [shop.accountId],
    );
  await until(async () => (await read()).rowCount === count);
  return (await read()).rows.map(({ outcome }) => outcome);
};

const history = async () => {
  const all = { phone: null, from: null, until: null, limit: 10, cursor: null };
  const { entries } = await postgresHistory(pipeline.pool).pageOf(shop.accountId, shop.agentId, all);
  return entries.map(({ question, answer, files, outcome }) => ({ question, answer, files, outcome }));
};

const sentToday = async () => {
  const { rows } = await pipeline.pool.query<{ sent: number }>(
    'select sum(sent)::int as sent from agent_days where account_id = $1',
    [shop.accountId],
  );
  return rows[0]?.sent;
};

const whyRejected = async () => {
  const { rows } = await pipeline.pool.query<{ why: string }>(
    `select why from outbox where account_id = $1 and state = 'rejected'`,
    [shop.accountId],
  );
  return rows.map(({ why }) => why);
};
