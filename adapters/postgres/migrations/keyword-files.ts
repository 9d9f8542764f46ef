import { Migration } from '@mikro-orm/migrations';

export class KeywordFiles extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  'create sequence keyword_file_ids',
  `create table keyword_files (
    account_id integer not null,
    id bigint not null default nextval('keyword_file_ids'),
    agent_id integer not null,
    name text not null,
    type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
    keywords text[] not null,
    caption text not null,
    file_key text not null,
    created_at timestamptz not null,
    primary key (account_id, id)
  )`,
  'create index keyword_files_of_agent on keyword_files (account_id, agent_id)',
  'create index keyword_files_by_key on keyword_files (account_id, file_key)',
  // A document on its way in holds a place of the plan; a file of any other purpose holds none of those.
  `alter table loose_files add column purpose text not null default 'document' check (purpose in ('document', 'keyword-file'))`,
  // What goes with the text: { id, key, name, type }. The text is its caption then.
  'alter table outbox add column file jsonb',
  'create index outbox_files_of_contact on outbox (account_id, contact_id, id desc) where file is not null',
];
