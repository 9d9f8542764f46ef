import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { freshDatabase } from '#tests/support/database.ts';

/** Small, or one row an owner: copied to every node where the rest is spread by account. */
const reference = new Set([
  ...['accounts', 'sessions', 'throttles', 'plans', 'agents', 'numbers', 'number_trials'],
  ...['workers', 'gateways', 'buckets', 'migrations'],
]);

let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  const database = await openDatabase(fresh.url);
  pool = database.pool;
  close = async () => {
    await database.close();
    await fresh.drop();
  };
});
afterAll(() => close());

describe('every table that grows with use', () => {
  it('leads its primary key and every unique index with the account', async () => {
    expect(await strays(pool)).toEqual([]);
  });

  it('has a primary key', async () => {
    const keys = (await uniqueIndexes(pool)).filter(({ primary }) => primary).map(({ table }) => table);
    expect(await tables(pool)).toEqual([...new Set(keys)].sort());
  });

  it.each([
    ['create table planted (id bigint primary key, account_id integer not null)', 'planted_pkey'],
    [
      'create table planted (account_id integer, id bigint, chat text unique, primary key (account_id, id))',
      'planted_chat_key',
    ],
    ['create table planted (id bigint, account_id integer, primary key (id, account_id))', 'planted_pkey'],
  ])('would be found out: %s', async (statement, index) => {
    await pool.query(statement);
    try {
      expect(await strays(pool)).toEqual([`planted: ${index}`]);
    } finally {
      await pool.query('drop table planted');
    }
  });

  it('names among the small ones none that is gone', async () => {
    const there = await tables(pool);
    expect([...reference].filter((table) => !there.includes(table))).toEqual([]);
  });
});

// Helpers

type Index = {
  readonly table: string;
  readonly name: string;
  readonly primary: boolean;
  readonly leader: string | null;
};

const strays = async (from: Pool): Promise<string[]> =>
  (await uniqueIndexes(from))
    .filter(({ table, leader }) => !reference.has(table) && leader !== 'account_id')
    .map(({ table, name }) => `${table}: ${name}`);

const uniqueIndexes = async (from: Pool): Promise<Index[]> => {
  const found = await from.query<Index>(
    `select t.relname as table, i.relname as name, x.indisprimary as primary, a.attname as leader
     from pg_index x
     join pg_class i on i.oid = x.indexrelid
     join pg_class t on t.oid = x.indrelid
     join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
     left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
     where x.indisunique order by 1, 2`,
  );
  return found.rows;
};

const tables = async (from: Pool): Promise<string[]> => {
  const found = await from.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return found.rows.map(({ name }) => name).sort();
};
