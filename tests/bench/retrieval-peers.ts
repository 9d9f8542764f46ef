import MiniSearch from 'minisearch';
import type { Pool } from 'pg';
import { newStemmer } from 'snowball-stemmers';
import type { Passage } from '#core/domain/passage.ts';
import { folded } from '#core/domain/text.ts';

/** The texts of the best passages. */
export type Find = (question: string) => Promise<readonly string[]>;

type Document = { readonly name: string; readonly passages: readonly Passage[] };

const most = 10;

const stemmer = newStemmer('portuguese');
const stems = new Map<string, string>();
const stemmed = (term: string): string => {
  const known = stems.get(term) ?? folded(stemmer.stem(term.toLowerCase()));
  stems.set(term, known);
  return known;
};

/** Stemmed, then without accents; with `fuzzy` it also takes words that are a fifth of their letters away. */
export const miniSearch = (documents: readonly Document[], fuzzy: boolean): Find => {
  const search = new MiniSearch({
    fields: ['text', 'headings', 'name'],
    storeFields: ['text'],
    processTerm: stemmed,
    searchOptions: fuzzy ? { fuzzy: 0.2 } : {},
  });
  search.addAll(
    documents
      .flatMap(({ name, passages }) => passages.map((passage) => ({ ...passage, name })))
      .map(({ name, text, headings }, id) => ({ id, name, text, headings: headings.join(' ') })),
  );
  return async (question) =>
    search
      .search(question)
      .slice(0, most)
      .map((found) => found.text as string);
};

/** PostgreSQL's own Portuguese full text over the same passages, any word, ranked and normalised by length. */
export const indexFullText = async (pool: Pool): Promise<void> => {
  await pool.query(`create table full_text as select account_id, agent_id, id, text,
    to_tsvector('portuguese', document_name || ' ' || array_to_string(headings, ' ') || ' ' || text) as words from passages`);
  await pool.query('create index on full_text (account_id, agent_id)');
  await pool.query('create index on full_text using gin (words)');
  await pool.query('analyze full_text');
};

export const fullText =
  (pool: Pool, accountId: number, agentId: number): Find =>
  async (question) => {
    const { rows } = await pool.query<{ text: string }>({
      name: 'full-text',
      text: `select text from full_text,
          lateral (select replace(plainto_tsquery('portuguese', $3)::text, '&', '|')::tsquery as asked) as question
        where account_id = $1 and agent_id = $2 and words @@ asked
        order by ts_rank(words, asked, 1) desc, id limit ${most}`,
      values: [accountId, agentId, question],
    });
    return rows.map(({ text }) => text);
  };

/** What any way must pay that keeps texts in the database: five passages by their key. */
export const bareRead =
  (pool: Pool, accountId: number, agentId: number, ids: readonly number[]): Find =>
  async () => {
    const { rows } = await pool.query<{ text: string }>({
      name: 'bare-read',
      text: 'select text from passages where account_id = $1 and agent_id = $2 and id = any ($3::bigint[])',
      values: [accountId, agentId, ids],
    });
    return rows.map(({ text }) => text);
  };
