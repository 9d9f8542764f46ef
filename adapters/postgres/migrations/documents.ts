import { Migration } from '@mikro-orm/migrations';

export class Documents extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  'create sequence document_ids',
  `create table documents (
    account_id integer not null,
    id bigint not null default nextval('document_ids'),
    agent_id integer not null,
    name text not null,
    text text not null,
    text_digest bytea not null,
    pages integer,
    characters integer not null,
    file_key text not null,
    created_at timestamptz not null,
    primary key (account_id, id)
  )`,
  'create unique index documents_one_a_text on documents (account_id, agent_id, text_digest)',
  // Files that no row points at. `given_up` false: on its way in since then.
  `create table loose_files (
    account_id integer not null,
    key text not null,
    agent_id integer not null,
    given_up boolean not null default false,
    at timestamptz not null,
    primary key (account_id, key)
  )`,
];
