import { Migration } from '@mikro-orm/migrations';

/** What agents know, in pieces, and a number that grows whenever what one agent knows changes. */
export class Passages extends Migration {
  override up(): void {
    this.addSql(`create table knowledge (
      account_id integer not null,
      agent_id integer not null,
      version bigint not null,
      primary key (account_id, agent_id)
    )`);
    this.addSql(`create table passages (
      account_id integer not null,
      agent_id integer not null,
      id bigint generated always as identity,
      document_id bigint not null,
      document_name text not null,
      page integer,
      headings text[] not null,
      text text not null,
      vector_model text,
      vector bytea,
      primary key (account_id, agent_id, id)
    )`);
    this.addSql('create index on passages (account_id, agent_id, document_id)');
  }
}
