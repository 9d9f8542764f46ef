import { join } from 'node:path';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { passageMemory, postgresPassages } from '#adapters/postgres/passages.ts';
import { findPassages } from '#core/application/knowledge/find-passages.ts';
import {
  type Business,
  placeOf,
  type Question,
  readRetrievalSet,
  type Scores,
  scoresOf,
} from '#tests/support/retrieval-set.ts';
import { makeScratch, sweepScratch } from '#tests/support/scratch.ts';
import { bareRead, type Find, fullText, indexFullText, miniSearch } from './retrieval-peers.ts';
import type { Report } from './run.ts';

const documentsEach = 10;
const rounds = 5;
const questionsARound = 600;

type Agent = { readonly accountId: number; readonly agentId: number };

const engines = ['ours', 'full text', 'MiniSearch', 'MiniSearch, fuzzy'] as const;
type Engine = (typeof engines)[number];
type Finds = Readonly<Record<Engine, Find>>;

/**
 * Customers' questions to the documents of small businesses: how often the passage that tells it is found, and how fast
 * among a thousand agents, beside PostgreSQL's full text and MiniSearch on the same passages in the same run.
 */
export const bench = async ([agents = '1000']: readonly string[]): Promise<Report> => {
  const scratch = makeScratch();
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: join(scratch, 'postgres') });
    try {
      await migrate(url);
      const database = await openDatabase(url);
      const report = await measured(database, Number(agents));
      await database.close();
      return report;
    } finally {
      await stop();
    }
  } finally {
    await sweepScratch(scratch);
  }
};

const measured = async (database: Database, agentCount: number): Promise<Report> => {
  const { pool } = database;
  const set = readRetrievalSet();
  const memory = passageMemory();
  const passages = postgresPassages(() => database.orm.em.fork(), memory);
  const [library, ...owners] = await newAgents(pool, 1 + set.length + agentCount);
  if (!library) throw new Error('No agent was made.');
  const put = async ({ accountId, agentId }: Agent, { documents }: Pick<Business, 'documents'>) => {
    for (const document of documents) await passages.put(accountId, agentId, document, document.passages, []);
  };
  const everything = { documents: set.flatMap(({ documents }) => documents) };
  await put(library, everything);
  for (const [at, business] of set.entries()) await put(owners[at] ?? library, business);
  const crowd = owners.slice(set.length);
  await fill(pool, library, crowd, everything.documents.length);
  await indexFullText(pool);
  await pool.query('analyze passages');

  const find = findPassages({ passages, embedder: null });
  const ours =
    ({ accountId, agentId }: Agent): Find =>
    async (question) =>
      (await find(accountId, agentId, question)).map(({ text }) => text);
  const finds = (agent: Agent, { documents }: Pick<Business, 'documents'>): Finds => ({
    ours: ours(agent),
    'full text': fullText(pool, agent.accountId, agent.agentId),
    MiniSearch: miniSearch(documents, false),
    'MiniSearch, fuzzy': miniSearch(documents, true),
  });

  const own = await scores(
    set.map((business, at) => [finds(owners[at] ?? library, business), business.questions]),
  );
  const questions = set.flatMap((business) => business.questions);
  const all = await scores([[finds(library, everything), questions]]);
  const speed = await speeds(pool, crowd, questions, everything, ours);
  const passagesEach = await count(pool, crowd[0] ?? library);

  const line = (engine: Engine) => [
    engine,
    ...[own, all].flatMap((scored) => [
      scored[engine].recallAt5.toFixed(3),
      scored[engine].mrrAt10.toFixed(3),
    ]),
    speed[engine]?.p50.toFixed(2) ?? '',
    speed[engine]?.p99.toFixed(2) ?? '',
  ];
  const cold = speed['ours, first question'];
  const floor = speed['bare read'];
  return {
    table: [
      [
        'words alone',
        ...['recall@5', 'MRR@10', 'all in one: recall@5', 'MRR@10'],
        ...[`p50 ms, ${agentCount} agents`, 'p99 ms'],
      ],
      ...engines.map(line),
      ['bare read of 5 passages', '', '', '', '', floor.p50.toFixed(2), floor.p99.toFixed(2)],
      ['ours, first question to an agent', '', '', '', '', cold.p50.toFixed(2), cold.p99.toFixed(2)],
    ],
    notes: [
      `${questions.length} questions as customers type them; each to the ${set[0]?.documents.length} documents of its business, and to all ${everything.documents.length} as if one agent had them.`,
      `Speed: ${agentCount} agents with ${documentsEach} documents (${passagesEach} passages) each, a random one asked each time; MiniSearch holds the texts of ${heldByMiniSearch} agents in memory and asks no database.`,
      `Ours remembers ${(memory.words.bytes() / 1e6).toFixed(0)} MB of indexes. p50: ${ratio(speed.ours.p50, floor.p50)} × the bare read, ${ratio(speed.ours.p50, speed['full text'].p50)} × full text.`,
      `Passages not among the first five: ${ratio(1 - own.ours.recallAt5, 1 - own['full text'].recallAt5)} × full text, ${ratio(1 - own.ours.recallAt5, 1 - own.MiniSearch.recallAt5)} × MiniSearch, ${ratio(1 - own.ours.recallAt5, 1 - own['MiniSearch, fuzzy'].recallAt5)} × MiniSearch with fuzziness.`,
    ],
    figures: { agents: agentCount, questions: questions.length, passagesEach, own, all, speed },
  };
};

const ratio = (one: number, other: number): string => (one / other).toFixed(2);

const newAgents = async (pool: Pool, count: number): Promise<readonly Agent[]> => {
  const { rows } = await pool.query<Agent>(
    `with owners as (
       insert into accounts (name, email, email_key, phone, phone_key, tax_id, tax_id_index, password_hash, time_zone, created_at)
       select 'Dona', n, n, n, n, '', n, '', 'America/Sao_Paulo', now() from generate_series(1, $1::integer) as n
       returning id
     )
     insert into agents (account_id, name, description, business_info, phone, phone_key, human_pause_minutes, online, created_at)
     select id, 'Loja', '', '', id, id, 10, true, now() from owners
     returning account_id as "accountId", id as "agentId"`,
    [count],
  );
  return rows;
};

/** Each agent gets ten of the documents, the next one other ten. */
const fill = async (pool: Pool, from: Agent, agents: readonly Agent[], documents: number): Promise<void> => {
  const given = [agents.map(({ accountId }) => accountId), agents.map(({ agentId }) => agentId)];
  await pool.query(
    `insert into passages (account_id, agent_id, document_id, document_name, page, headings, text)
     select a.account_id, a.agent_id, p.document_id, p.document_name, p.page, p.headings, p.text
     from unnest($3::integer[], $4::integer[]) with ordinality as a (account_id, agent_id, n)
     join passages p on p.account_id = $1 and p.agent_id = $2 and (p.document_id * 7 + a.n * 3) % $5 < $6
     order by a.n, p.id`,
    [from.accountId, from.agentId, ...given, documents, documentsEach],
  );
  await pool.query(
    `insert into knowledge (account_id, agent_id, version) select *, 1 from unnest($1::integer[], $2::integer[])`,
    given,
  );
};

const count = async (pool: Pool, { accountId, agentId }: Agent): Promise<number> => {
  const { rowCount } = await pool.query('select 1 from passages where account_id = $1 and agent_id = $2', [
    accountId,
    agentId,
  ]);
  return rowCount ?? 0;
};

const scores = async (
  asked: readonly (readonly [Finds, readonly Question[]])[],
): Promise<Readonly<Record<Engine, Scores>>> => {
  const scored: Partial<Record<Engine, Scores>> = {};
  for (const engine of engines) {
    const places: number[] = [];
    for (const [finds, questions] of asked) {
      for (const question of questions) places.push(placeOf(question, await finds[engine](question.text)));
    }
    scored[engine] = scoresOf(places);
  }
  return scored as Record<Engine, Scores>;
};

type Speed = { readonly p50: number; readonly p99: number };
type Timed = Engine | 'bare read' | 'ours, first question';

const heldByMiniSearch = 50;

const speeds = async (
  pool: Pool,
  agents: readonly Agent[],
  questions: readonly Question[],
  everything: Pick<Business, 'documents'>,
  ours: (agent: Agent) => Find,
): Promise<Readonly<Record<Timed, Speed>>> => {
  const tenOf = (n: number) => ({
    documents: Array.from(
      { length: documentsEach },
      (_, at) => everything.documents[(n * 3 + at * 7) % everything.documents.length],
    ).filter((document) => document !== undefined),
  });
  const held = (fuzzy: boolean) =>
    Array.from({ length: heldByMiniSearch }, (_, n) => miniSearch(tenOf(n).documents, fuzzy));
  const [plain, fuzzy] = [held(false), held(true)];
  const ids = new Map<Agent, readonly number[]>();
  for (const agent of agents) {
    const { rows } = await pool.query<{ id: number }>(
      'select id from passages where account_id = $1 and agent_id = $2 order by id limit 5',
      [agent.accountId, agent.agentId],
    );
    ids.set(
      agent,
      rows.map(({ id }) => id),
    );
  }
  const ways: Readonly<Record<Engine | 'bare read', (agent: Agent, n: number) => Find>> = {
    ours,
    'full text': ({ accountId, agentId }) => fullText(pool, accountId, agentId),
    MiniSearch: (_, n) => plain[n % heldByMiniSearch] as Find,
    'MiniSearch, fuzzy': (_, n) => fuzzy[n % heldByMiniSearch] as Find,
    'bare read': (agent) => bareRead(pool, agent.accountId, agent.agentId, ids.get(agent) ?? []),
  };
  const taken = new Map<Timed, number[]>();
  const time = async (name: Timed, find: Find, question: string) => {
    const began = performance.now();
    await find(question);
    taken.set(name, [...(taken.get(name) ?? []), performance.now() - began]);
  };
  const questionOf = (n: number) => questions[(n * 17) % questions.length]?.text ?? '';
  for (const [n, agent] of agents.entries()) await time('ours, first question', ours(agent), questionOf(n));
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways) as [Engine | 'bare read', (typeof ways)[Engine]][]) {
      for (let n = round * questionsARound; n < (round + 1) * questionsARound; n++) {
        const agent = agents[(n * 337) % agents.length];
        if (agent) await time(name, way(agent, n), questionOf(n));
      }
    }
  }
  return Object.fromEntries([...taken].map(([name, times]) => [name, spread(times)])) as Record<Timed, Speed>;
};

const spread = (times: readonly number[]): Speed => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
};
