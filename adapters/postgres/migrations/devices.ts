import { Migration } from '@mikro-orm/migrations';

/** Linked devices. What is `bytea` is sealed; what is not are names that the network gave, and that are searched by. */
export class Devices extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  'create sequence device_inbox_ids',
  `create table devices (
    account_id integer not null,
    agent_id integer not null,
    epoch integer not null,
    credentials bytea,
    primary key (account_id, agent_id)
  )`,
  // No index but the key: a session's row is written with each message, in place as long as its page has room.
  `create table device_keys (
    account_id integer not null,
    agent_id integer not null,
    type text not null,
    id text not null,
    value bytea,
    primary key (account_id, agent_id, type, id)
  ) with (fillfactor = 70)`,
  `create table device_inbox (
    account_id integer not null,
    agent_id integer not null,
    chat text not null,
    author text not null,
    provider_id text not null,
    id bigint not null default nextval('device_inbox_ids'),
    state text not null check (state in ('awaited', 'unreported', 'reported', 'silent')),
    envelope bytea,
    content bytea,
    at timestamptz not null default now(),
    primary key (account_id, agent_id, chat, author, provider_id),
    check ((state = 'awaited') = (envelope is not null)),
    check ((state = 'unreported') = (content is not null))
  ) with (fillfactor = 80)`,
  `create index device_inbox_unreported on device_inbox (account_id, agent_id, id) where state = 'unreported'`,
  `create index device_inbox_awaited on device_inbox (account_id, agent_id, at) where state = 'awaited'`,
  `create index device_inbox_over on device_inbox (at) where state in ('reported', 'silent')`,
  `create table device_decrypted (
    account_id integer not null,
    agent_id integer not null,
    digest text not null,
    content bytea not null,
    at timestamptz not null default now(),
    primary key (account_id, agent_id, digest)
  )`,
  'create index on device_decrypted (at)',
  `create table device_sent (
    account_id integer not null,
    agent_id integer not null,
    provider_id text not null,
    content bytea not null,
    at timestamptz not null default now(),
    primary key (account_id, agent_id, provider_id)
  )`,
  'create index on device_sent (at)',
];
