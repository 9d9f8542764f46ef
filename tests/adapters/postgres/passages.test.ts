import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { keepsPassages, passageMemory, postgresPassages } from '#adapters/postgres/passages.ts';
import type { Session } from '#adapters/postgres/session.ts';
import type { Passage } from '#core/domain/passage.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { PassageStore, Vector } from '#core/ports/passage-store.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openAgent } from '#tests/support/shop.ts';
import { newPhone } from '#tests/support/world.ts';

let fresh: FreshDatabase;
let database: Database;
let passages: PassageStore;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url);
  passages = postgresPassages(session);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const session: Session = () => database.orm.em.fork();

describe('passages found by words', () => {
  it('tell what they say, from which document and page, under which headings', async () => {
    const { found } = await salon();
    expect((await found('quanto custa a escova?'))[0]).toEqual({
      id: expect.any(Number),
      documentId: 1,
      documentName: 'Tabela de preços.pdf',
      page: 2,
      headings: ['Cabelo'],
      text: 'Escova R$ 45,00\nCorte feminino R$ 70,00',
      score: expect.any(Number),
    });
  });

  it.each([
    ['without accents and in capitals', 'QUANTO CUSTA A DEPILACAO', 'Depilação'],
    ['with other endings', 'vocês depilam virilha?', 'Depilação'],
    ['with a letter missing', 'qto ta a mancure', 'Manicure'],
    ['with letters swapped', 'fazem porgressiva?', 'Progressiva'],
    ['with a letter wrong, accents aside', 'tem desconto pra noivs', 'noivas'],
    ['as a diminutive', 'quero um cortinho no cabelo', 'Corte feminino'],
    ['in short', 'vcs abrem sab?', 'Sábado'],
    ['in plurals that the stemmer does not know', 'aceitam cartao?', 'cartões'],
    ['by a heading', 'unhas', 'Manicure'],
    ['by the name of the document', 'me manda a tabela', 'R$'],
    ['by a price', 'o que custa 45 reais', 'Escova'],
    ['by a time written in another way', 'abre as 09:30?', '9h30'],
  ])('understand a question %s', async (_, question, answer) => {
    const { found } = await salon();
    expect((await found(question))[0]?.text).toContain(answer);
  });

  it('are none where only words like `qual` are shared', async () => {
    const { found } = await salon();
    expect(await found('qual é o nome do presidente de marte?')).toEqual([]);
    expect(await found('?!')).toEqual([]);
    expect(await found('')).toEqual([]);
  });

  it('are at most so many', async () => {
    const { found } = await salon();
    expect(await found('R$ reais preço valor', 2)).toHaveLength(2);
  });

  it('are nobody else’s', async () => {
    const { accountId, agentId } = await salon();
    const stranger = await newAgent();
    expect(await passages.findByWords(stranger.accountId, agentId, 'escova', 5)).toEqual([]);
    expect(await passages.findByWords(accountId, stranger.agentId, 'escova', 5)).toEqual([]);
    expect(await passages.findByWords(stranger.accountId, stranger.agentId, 'escova', 5)).toEqual([]);
    expect(await passages.findByMeaning(stranger.accountId, agentId, vector([1, 0]), 5)).toEqual([]);
    expect(await passages.findByWords(accountId, agentId, 'escova', 5)).toHaveLength(1);
  });

  it('are found in the one document among hundreds of passages', async () => {
    const { accountId, agentId } = await newAgent();
    const many = Array.from({ length: 900 }, (_, n) => passage(`Peça ${n + 1_000} do catálogo`));
    await passages.put(accountId, agentId, { id: 9, name: 'catálogo' }, many, []);
    const [best] = await passages.findByWords(accountId, agentId, 'peça 1777', 3);
    expect(best?.text).toBe('Peça 1777 do catálogo');
  });
});

describe('what an agent knows', () => {
  it('takes the place of what stood in the document, and is known at once, in every process', async () => {
    const { accountId, agentId, found } = await salon();
    const elsewhere = postgresPassages(session);
    const both = async (question: string) => [
      (await found(question)).length,
      (await elsewhere.findByWords(accountId, agentId, question, 5)).length,
    ];
    expect(await both('escova')).toEqual([1, 1]);
    await passages.put(accountId, agentId, { id: 1, name: 'nova' }, [passage('Massagem relaxante')], []);
    expect(await both('escova')).toEqual([0, 0]);
    expect(await both('massagem')).toEqual([1, 1]);
    expect(await both('horário')).toEqual([1, 1]);
    await passages.remove(accountId, agentId, [1, 77]);
    expect(await both('massagem')).toEqual([0, 0]);
  });

  it('is kept together or not at all, and one transaction leaves no trace in memory', async () => {
    const { accountId, agentId, found } = await salon();
    const undone = session().transactional(async (em) => {
      const own = keepsPassages(() => em);
      await own.put(accountId, agentId, { id: 5, name: 'x' }, [passage('Massagem')], []);
      await own.remove(accountId, agentId, [1]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await found('massagem')).toEqual([]);
    expect(await found('escova')).toHaveLength(1);
  });

  it('survives being changed from many sides at once', async () => {
    const { accountId, agentId } = await newAgent();
    const put = (id: number) =>
      passages.put(accountId, agentId, { id, name: 'x' }, [passage(`Documento ${id + 500}`)], []);
    await Promise.all([...Array(8)].flatMap((_, id) => [put(id), put(id)]));
    expect(await passages.findByWords(accountId, agentId, 'documento', 50)).toHaveLength(8);
  });

  it('is not changed by a stranger', async () => {
    const { agentId, accountId, found } = await salon();
    const stranger = await newAgent();
    await passages.put(stranger.accountId, agentId, { id: 1, name: 'x' }, [passage('Pegadinha')], []);
    await passages.remove(stranger.accountId, agentId, [1, 2]);
    const agents = { from: agentId, to: stranger.agentId };
    await passages.copy(stranger.accountId, agents, [{ from: 1, to: 2 }]);
    await passages.copy(accountId, agents, [{ from: 1, to: 2 }]);
    expect(await found('escova')).toHaveLength(1);
    expect(await found('pegadinha')).toEqual([]);
    expect(await passages.findByWords(stranger.accountId, stranger.agentId, 'escova', 5)).toEqual([]);
  });

  it('is copied with its meaning, document for document', async () => {
    const { accountId, agentId } = await salon();
    const to = await anotherAgentOf(accountId);
    await passages.copy(accountId, { from: agentId, to }, [{ from: 1, to: 31 }]);
    const [copied] = await passages.findByWords(accountId, to, 'escova', 5);
    expect(copied).toMatchObject({ documentId: 31, page: 2, headings: ['Cabelo'] });
    expect(await passages.findByWords(accountId, to, 'horário', 5)).toEqual([]);
    expect(await passages.findByMeaning(accountId, to, vector([1, 0]), 5)).toHaveLength(3);
    expect(await passages.findByWords(accountId, agentId, 'escova', 5)).toHaveLength(1);
  });

  it('is found again when the memory held too little of it', async () => {
    const { accountId, agentId } = await salon();
    const other = await salon();
    const small = postgresPassages(
      session,
      passageMemory({ indexBytes: 1, vectorBytes: 1, lexiconWords: 3 }),
    );
    for (const agent of [{ accountId, agentId }, other, { accountId, agentId }]) {
      expect(await small.findByWords(agent.accountId, agent.agentId, 'escova', 5)).toHaveLength(1);
    }
  });
});

describe('passages found by meaning', () => {
  it('are those that point the same way, best first', async () => {
    const { accountId, agentId } = await salon();
    const found = await passages.findByMeaning(accountId, agentId, vector([1, 0.1]), 2);
    expect(found.map(({ text }) => text.split(' ')[0])).toEqual(['Escova', 'Manicure']);
    expect(found[0]?.score).toBeCloseTo(0.995, 2);
  });

  it('compare with vectors of the same model and size only', async () => {
    const { accountId, agentId } = await salon();
    const other = { ...vector([1, 0]), model: 'another' };
    expect(await passages.findByMeaning(accountId, agentId, other, 5)).toEqual([]);
    expect(await passages.findByMeaning(accountId, agentId, vector([1, 0, 0]), 5)).toEqual([]);
    expect(await passages.findByMeaning(accountId, agentId, vector([0, 0]), 5)).toHaveLength(3);
  });
});

// Helpers

const passage = (text: string, ...headings: readonly string[]): Passage => ({ text, page: 2, headings });
const vector = (values: readonly number[]): Vector => ({ model: 'small', values });

const newAgent = async () => {
  const { accountId, agentId } = await openAgent(database.pool, newPhone() as Phone);
  return { accountId, agentId };
};

const anotherAgentOf = async (accountId: number): Promise<number> => {
  const other = await newAgent();
  await database.pool.query('update agents set account_id = $1 where id = $2', [accountId, other.agentId]);
  return other.agentId;
};

const salon = async () => {
  const { accountId, agentId } = await newAgent();
  const prices = [
    passage('Escova R$ 45,00\nCorte feminino R$ 70,00', 'Cabelo'),
    passage('Manicure R$ 30,00\nPedicure R$ 35,00', 'Unhas'),
    passage('Depilação de virilha R$ 60,00\nProgressiva a partir de R$ 250,00', 'Outros'),
  ];
  const meanings = [vector([1, 0]), vector([0.6, 0.8]), vector([0, 1])];
  const rules = [
    passage('Horário: terça a sexta, das 9h30 às 19h. Sábado até as 17h.'),
    passage('Aceitamos pix e cartões. Pacotes para noivas têm 10% de desconto.'),
  ];
  await passages.put(accountId, agentId, { id: 1, name: 'Tabela de preços.pdf' }, prices, meanings);
  await passages.put(accountId, agentId, { id: 2, name: 'Regras' }, rules, []);
  const found = (question: string, limit = 5) => passages.findByWords(accountId, agentId, question, limit);
  return { accountId, agentId, found };
};
