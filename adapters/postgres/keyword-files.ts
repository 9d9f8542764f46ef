import type { Listening } from '#core/domain/keyword.ts';
import type { KeywordFile } from '#core/domain/keyword-file.ts';
import type { KeywordFileStore } from '#core/ports/keyword-file-store.ts';
import { rowsOf, type Session } from './session.ts';

type Row = {
  readonly id: number;
  readonly agent_id: number;
  readonly name: string;
  readonly type: KeywordFile['type'];
  readonly keywords: readonly string[];
  readonly caption: string;
  readonly file_key: string;
  readonly created_at: Date;
};

const toKeywordFile = (row: Row): KeywordFile => ({
  id: row.id,
  agentId: row.agent_id,
  name: row.name,
  type: row.type,
  keywords: row.keywords,
  caption: row.caption,
  fileKey: row.file_key,
  createdAt: row.created_at,
});

const columns = 'id, agent_id, name, type, keywords, caption, file_key, created_at';

const insertInto = `insert into keyword_files
  (account_id, agent_id, name, type, keywords, caption, file_key, created_at)`;

export const postgresKeywordFiles = (session: Session): KeywordFileStore => ({
  listOf: async (accountId, agentId) =>
    (
      await rowsOf<Row>(
        session,
        `select ${columns} from keyword_files where account_id = ? and agent_id = ? order by created_at desc, id desc`,
        [accountId, agentId],
      )
    ).map(toKeywordFile),

  listeningOf: (accountId, agentId) =>
    rowsOf<Listening>(
      session,
      'select id, keywords from keyword_files where account_id = ? and agent_id = ? order by id',
      [accountId, agentId],
    ),

  countOf: async (accountId, agentId) => {
    const [counted] = await rowsOf<{ n: number }>(
      session,
      'select count(*) as n from keyword_files where account_id = ? and agent_id = ?',
      [accountId, agentId],
    );
    return counted?.n ?? 0;
  },

  add: async (accountId, agentId, { name, type, keywords, caption, fileKey }, now) => {
    const [made] = await rowsOf<Row>(
      session,
      `${insertInto} select ?, ?, ?, ?, array(select jsonb_array_elements_text(?::jsonb)), ?, ?, ? returning ${columns}`,
      [accountId, agentId, name, type, JSON.stringify(keywords), caption, fileKey, now],
    );
    if (!made) throw new Error('An inserted file was not returned.');
    return toKeywordFile(made);
  },

  find: async (accountId, fileId) => {
    const [row] = await rowsOf<Row>(
      session,
      `select ${columns} from keyword_files where account_id = ? and id = ?`,
      [accountId, fileId],
    );
    return row ? toKeywordFile(row) : null;
  },

  remove: async (accountId, fileId) => {
    const gone = await rowsOf<{ id: number }>(session, remove, [accountId, fileId, fileId]);
    return gone.length > 0;
  },

  copyAll: async (accountId, { from, to }, most, now) => {
    await rowsOf(
      session,
      `${insertInto} select account_id, ?, name, type, keywords, caption, file_key, ?
       from keyword_files where account_id = ? and agent_id = ? order by created_at, id limit ?`,
      [to, now, accountId, from, most],
    );
  },
});

/** A statement sees the table as it was before it: the row that goes is still in it. */
const remove = `with gone as (
    delete from keyword_files where account_id = ? and id = ? returning account_id, agent_id, id, file_key
  ), loose as (
    insert into loose_files (account_id, key, agent_id, given_up, at)
    select account_id, file_key, agent_id, true, now() from gone
    where not exists (
      select 1 from keyword_files other
      where other.account_id = gone.account_id and other.file_key = gone.file_key and other.id <> ?
    )
  )
  select id from gone`;

/** Both take the account and the agent. */
export const removeKeywordFilesOfAgent = [
  `insert into loose_files (account_id, key, agent_id, given_up, at)
   select distinct account_id, file_key, agent_id, true, now() from keyword_files f
   where account_id = ? and agent_id = ? and not exists (
     select 1 from keyword_files other
     where other.account_id = f.account_id and other.file_key = f.file_key and other.agent_id <> f.agent_id
   )`,
  'delete from keyword_files where account_id = ? and agent_id = ?',
];
