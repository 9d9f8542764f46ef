import { setImmediate } from 'node:timers/promises';
import type { Passage } from '#core/domain/passage.ts';
import type { FoundPassage, PassageStore, Vector } from '#core/ports/passage-store.ts';
import { boundedCache } from './bounded-cache.ts';
import { type Lexicon, openLexicon } from './lexicon.ts';
import { type Hit, indexOf, type PassageIndex, search } from './passage-index.ts';
import { rowsOf, type Session } from './session.ts';
import { nearestVectors, packed, type VectorIndex, vectorIndexOf } from './vectors.ts';

const bounds = { indexBytes: 64_000_000, vectorBytes: 64_000_000, lexiconWords: 400_000 };

/** What the process remembers of agents that were asked, each with the version of knowledge that it was read at. */
export const passageMemory = (limits: Partial<typeof bounds> = {}) => {
  const { indexBytes, vectorBytes, lexiconWords } = { ...bounds, ...limits };
  const words = boundedCache<PassageIndex & Versioned>(indexBytes);
  const vectors = boundedCache<VectorIndex & Versioned>(vectorBytes);
  let lexicon = openLexicon();
  return {
    words,
    vectors,
    /** Words are never taken out of a lexicon: when it is full everybody starts over with a new one. */
    lexicon: (): Lexicon => {
      if (lexicon.size() > lexiconWords) {
        lexicon = openLexicon();
        words.clear();
      }
      return lexicon;
    },
  };
};

export type PassageMemory = ReturnType<typeof passageMemory>;

type Versioned = { readonly version: number };

export const passageTables = ['passages', 'knowledge'] as const;

export const postgresPassages = (session: Session, memory = passageMemory()): PassageStore => ({
  ...keepsPassages(session),
  ...findsPassages(session, memory),
});

/** For transactions: what is read in one may never have been, and must not be remembered. */
export const keepsPassages = (session: Session): Pick<PassageStore, 'put' | 'remove' | 'copy'> => ({
  put: (accountId, agentId, document, passages, vectors) =>
    changing(session, accountId, agentId, async (own) => {
      await rowsOf(own, removeAll, [accountId, agentId, `{${document.id}}`]);
      const rows = JSON.stringify(passages.map((passage, at) => rowFor(passage, vectors[at] ?? null)));
      await rowsOf(own, insert, [accountId, agentId, document.id, document.name, rows]);
    }),

  remove: (accountId, agentId, documentIds) =>
    changing(session, accountId, agentId, (own) =>
      rowsOf(own, removeAll, [accountId, agentId, `{${documentIds.join(',')}}`]),
    ),

  copy: (accountId, agents, documents) =>
    changing(session, accountId, agents.to, (own) =>
      rowsOf(own, copyAll, [agents.to, JSON.stringify(documents), accountId, agents.from]),
    ),
});

const findsPassages = (
  session: Session,
  memory: PassageMemory,
): Pick<PassageStore, 'findByWords' | 'findByMeaning'> => {
  // Only for its connection: a fork each time would take longer than the statement.
  const em = session();
  const reading = () => em;

  const indexFor = async (accountId: number, agentId: number) => {
    const rows = await rowsOf<IndexedRow>(reading, readWords, [accountId, agentId]);
    if (!rows[0]) return null;
    const passages = rows.filter(({ id }) => id !== null);
    const index = { ...(await indexOf(passages, memory.lexicon(), setImmediate)), version: rows[0].version };
    memory.words.put(keyOf(accountId, agentId), index);
    return index;
  };

  const vectorsFor = async (accountId: number, agentId: number, model: string) => {
    const rows = await rowsOf<VectorRow>(reading, readVectors, [model, accountId, agentId]);
    if (!rows[0]) return null;
    const index = { ...vectorIndexOf(rows.filter(({ id }) => id !== null)), version: rows[0].version };
    memory.vectors.put(keyOf(accountId, agentId, model), index);
    return index;
  };

  /**
   * Searches what is remembered and reads the passages found together with the version, in one statement: only if that
   * has grown meanwhile is everything read again.
   */
  const answered = async <Index extends Versioned>(
    accountId: number,
    agentId: number,
    remembered: Index | undefined,
    read: () => Promise<Index | null>,
    find: (index: Index) => readonly Hit[],
  ): Promise<readonly FoundPassage[]> => {
    let index = remembered ?? (await read());
    for (let tries = 3; index !== null; tries--) {
      const hits = find(index);
      const ids = `{${hits.map(({ id }) => id).join(',')}}`;
      const rows = await rowsOf<PassageRow>(reading, readFound, [ids, accountId, agentId]);
      if (rows[0]?.version === index.version || tries === 1) return inOrderOf(hits, rows);
      index = await read();
    }
    return [];
  };

  return {
    findByWords: (accountId, agentId, question, limit) =>
      answered(
        accountId,
        agentId,
        memory.words.get(keyOf(accountId, agentId)),
        () => indexFor(accountId, agentId),
        (index) => search(index, question, limit),
      ),

    findByMeaning: (accountId, agentId, { model, values }, limit) =>
      answered(
        accountId,
        agentId,
        memory.vectors.get(keyOf(accountId, agentId, model)),
        () => vectorsFor(accountId, agentId, model),
        (index) => nearestVectors(index, values, limit),
      ),
  };
};

const keyOf = (...parts: readonly (number | string)[]) => parts.join('|');

type IndexedRow = {
  readonly version: number;
  readonly id: number;
  readonly documentName: string;
  readonly headings: readonly string[];
  readonly text: string;
};
type VectorRow = { readonly version: number; readonly id: number; readonly vector: Buffer };
type PassageRow = Omit<FoundPassage, 'score'> & { readonly version: number };

const inOrderOf = (hits: readonly Hit[], rows: readonly PassageRow[]): readonly FoundPassage[] => {
  const byId = new Map(rows.map(({ version: _, ...passage }) => [passage.id, passage]));
  return hits.flatMap(({ id, score }) => {
    const passage = byId.get(id);
    return passage ? [{ ...passage, score }] : [];
  });
};

const rowFor = ({ text, page, headings }: Passage, vector: Vector | null) => ({
  text,
  page,
  headings,
  vector_model: vector?.model ?? null,
  vector: vector && Buffer.from(packed(vector.values)).toString('base64'),
});

/** The agent's version goes first: whoever changes the same agent's knowledge waits there. Nothing for a stranger. */
const changing = async (
  session: Session,
  accountId: number,
  agentId: number,
  work: (own: Session) => Promise<unknown>,
): Promise<void> => {
  const em = session();
  const change = async (own: Session) => {
    const mine = await rowsOf(own, newVersion, [accountId, agentId]);
    if (mine.length > 0) await work(own);
  };
  if (em.isInTransaction()) await change(() => em);
  else await em.transactional((own) => change(() => own));
};

const newVersion = `insert into knowledge as k (account_id, agent_id, version)
  select account_id, id, 1 from agents where account_id = ? and id = ? for key share
  on conflict (account_id, agent_id) do update set version = k.version + 1
  returning version`;

const removeAll = `delete from passages
  where account_id = ? and agent_id = ? and document_id = any (cast(? as bigint[]))`;

const insert = `insert into passages
    (account_id, agent_id, document_id, document_name, page, headings, text, vector_model, vector)
  select cast(? as integer), cast(? as integer), cast(? as bigint), cast(? as text),
    page, headings, text, vector_model, decode(vector, 'base64')
  from rows from (jsonb_to_recordset(cast(? as jsonb))
    as (page integer, headings text[], text text, vector_model text, vector text)) with ordinality
    as given (page, headings, text, vector_model, vector, place)
  order by place`;

const copyAll = `insert into passages
    (account_id, agent_id, document_id, document_name, page, headings, text, vector_model, vector)
  select p.account_id, cast(? as integer), given."to", document_name, page, headings, text, vector_model, vector
  from passages p join jsonb_to_recordset(cast(? as jsonb)) as given ("from" bigint, "to" bigint) on p.document_id = given."from"
  where p.account_id = ? and p.agent_id = ?
  order by p.id`;

const readWords = `select k.version, p.id, p.document_name as "documentName", p.headings, p.text
  from knowledge k left join passages p on p.account_id = k.account_id and p.agent_id = k.agent_id
  where k.account_id = ? and k.agent_id = ? order by p.id`;

const readVectors = `select k.version, p.id, p.vector
  from knowledge k left join passages p
    on p.account_id = k.account_id and p.agent_id = k.agent_id and p.vector_model = ? and p.vector is not null
  where k.account_id = ? and k.agent_id = ? order by p.id`;

const readFound = `select k.version, p.id, p.document_id as "documentId", p.document_name as "documentName",
    p.page, p.headings, p.text
  from knowledge k left join passages p
    on p.account_id = k.account_id and p.agent_id = k.agent_id and p.id = any (cast(? as bigint[]))
  where k.account_id = ? and k.agent_id = ?`;
