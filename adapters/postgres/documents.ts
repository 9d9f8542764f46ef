import { type Document, excerptCharacters, excerptOf } from '#core/domain/document.ts';
import type { Copied, DocumentStore } from '#core/ports/document-store.ts';
import { rowsOf, type Session } from './session.ts';

type Row = {
  readonly id: number;
  readonly agent_id: number;
  readonly name: string;
  readonly beginning: string;
  readonly pages: number | null;
  readonly characters: number;
  readonly created_at: Date;
};

const toDocument = (row: Row): Document => ({
  id: row.id,
  agentId: row.agent_id,
  name: row.name,
  excerpt: excerptOf(row.beginning),
  pages: row.pages,
  characters: row.characters,
  createdAt: row.created_at,
});

/** The database counts a character where we count one or two units: what it cuts is never too short. */
const columns = `id, agent_id, name, left(text, ${excerptCharacters}) as beginning, pages, characters, created_at`;

const insertInto = `insert into documents
  (account_id, agent_id, name, text, text_digest, pages, characters, file_key, created_at)`;

export const postgresDocuments = (session: Session): DocumentStore => ({
  listOf: async (accountId, agentId) =>
    (
      await rowsOf<Row>(
        session,
        `select ${columns} from documents where account_id = ? and agent_id = ? order by created_at desc, id desc`,
        [accountId, agentId],
      )
    ).map(toDocument),

  countOf: async (accountId, agentId) => {
    const [counted] = await rowsOf<{ n: number }>(
      session,
      'select count(*) as n from documents where account_id = ? and agent_id = ?',
      [accountId, agentId],
    );
    return counted?.n ?? 0;
  },

  add: async (accountId, agentId, { name, text, pages, fileKey }, now) => {
    const [made] = await rowsOf<Row>(
      session,
      `${insertInto} values (?, ?, ?, ?, sha256(convert_to(?, 'UTF8')), ?, ?, ?, ?)
       on conflict (account_id, agent_id, text_digest) do nothing returning ${columns}`,
      [accountId, agentId, name, text, text, pages, text.length, fileKey, now],
    );
    return made ? toDocument(made) : null;
  },

  find: async (accountId, documentId) => {
    const [row] = await rowsOf<Row>(
      session,
      `select ${columns} from documents where account_id = ? and id = ?`,
      [accountId, documentId],
    );
    return row ? toDocument(row) : null;
  },

  beginningWith: async (accountId, agentId, text) =>
    (
      await rowsOf<Row>(
        session,
        `select ${columns} from documents where account_id = ? and agent_id = ? and starts_with(text, ?) limit 2`,
        [accountId, agentId, text],
      )
    ).map(toDocument),

  remove: async (accountId, documentId) => {
    await rowsOf(session, remove, [accountId, documentId, documentId]);
  },

  copyAll: async (accountId, { from, to }, most, now) => {
    const originals = await rowsOf<{ id: number }>(
      session,
      'select id from documents where account_id = ? and agent_id = ? order by created_at, id limit ?',
      [accountId, from, most],
    );
    const copies: Copied[] = [];
    for (const { id } of originals) {
      const [copy] = await rowsOf<{ id: number }>(
        session,
        `${insertInto} select account_id, ?, name, text, text_digest, pages, characters, file_key, ?
         from documents where account_id = ? and id = ? returning id`,
        [to, now, accountId, id],
      );
      if (copy) copies.push({ from: id, to: copy.id });
    }
    return copies;
  },
});

/** A statement sees the table as it was before it: the document that goes is still in it. */
const remove = `with gone as (
    delete from documents where account_id = ? and id = ? returning account_id, agent_id, file_key
  )
  insert into loose_files (account_id, key, agent_id, given_up, at)
  select account_id, file_key, agent_id, true, now() from gone
  where not exists (
    select 1 from documents other
    where other.account_id = gone.account_id and other.file_key = gone.file_key and other.id <> ?
  )`;

/** Both take the account and the agent. */
export const removeDocumentsOfAgent = [
  `insert into loose_files (account_id, key, agent_id, given_up, at)
   select account_id, file_key, agent_id, true, now() from documents d where account_id = ? and agent_id = ?
   and not exists (
     select 1 from documents other
     where other.account_id = d.account_id and other.file_key = d.file_key and other.agent_id <> d.agent_id
   )`,
  'delete from documents where account_id = ? and agent_id = ?',
];
