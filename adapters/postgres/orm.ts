import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg, { type Pool, TypeOverrides } from 'pg';
import { Devices } from './migrations/devices.ts';
import { Documents } from './migrations/documents.ts';
import { FirstHouse } from './migrations/first-house.ts';
import { Heard } from './migrations/heard.ts';
import { KeywordFiles } from './migrations/keyword-files.ts';
import { LineCare } from './migrations/line-care.ts';
import { NoticeProblems } from './migrations/notice-problems.ts';
import { OwnWords } from './migrations/own-words.ts';
import { Passages } from './migrations/passages.ts';
import { TurnSources } from './migrations/turn-sources.ts';
import { tables } from './tables.ts';

export type Database = {
  readonly orm: MikroORM;
  readonly pool: Pool;
  /** Answers before the disk has it: for what may be forgotten by a crash of the database without harm. */
  readonly relaxed: Pool;
  close(): Promise<void>;
};

/** The unit of work and the prepared statements of the message path share one pool. */
export const openDatabase = async (url: string, { connections = 20 } = {}): Promise<Database> => {
  const connection = {
    connectionString: url,
    statement_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
    types: columnTypes(),
  };
  const orm = await MikroORM.init({
    entities: tables,
    dbName: 'prosa',
    // `clientUrl` drops query parameters, and with them the socket's folder.
    driverOptions: connection,
    pool: { min: 0, max: connections },
    extensions: [Migrator],
    migrations: {
      migrationsList: [
        { name: 'first-house', class: FirstHouse },
        { name: 'notice-problems', class: NoticeProblems },
        { name: 'own-words', class: OwnWords },
        { name: 'devices', class: Devices },
        { name: 'line-care', class: LineCare },
        { name: 'documents', class: Documents },
        { name: 'passages', class: Passages },
        { name: 'turn-sources', class: TurnSources },
        { name: 'keyword-files', class: KeywordFiles },
        { name: 'heard', class: Heard },
      ],
      snapshot: false,
      silent: true,
      tableName: 'migrations',
    },
    discovery: { warnWhenNoEntities: false },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  const relaxed = new pg.Pool({ ...connection, max: connections, options: relaxedSettings });
  // A client that loses its server while nobody waits for it must not take the process down.
  relaxed.on('connect', (client) => client.on('error', () => undefined));
  relaxed.on('error', () => undefined);
  return {
    orm,
    pool,
    relaxed,
    close: async () => {
      await relaxed.end();
      await orm.close(true);
    },
  };
};

/**
 * Its statements find few rows by a key, whatever the statistics say of queues that were empty a minute ago: they are
 * planned once, and never around reading a whole table.
 */
const relaxedSettings = [
  'synchronous_commit=off',
  'plan_cache_mode=force_generic_plan',
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way}=off`),
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Instants as Date, ids as number, days as `YYYY-MM-DD`; on its own the ORM has the driver leave them all as text. */
const columnTypes = (): TypeOverrides => {
  const types = new TypeOverrides();
  types.setTypeParser(oids.int8, Number);
  types.setTypeParser(oids.date, String);
  return types;
};

const oids = { int8: 20, date: 1082 } as const;
