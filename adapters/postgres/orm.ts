import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { type Pool, TypeOverrides } from 'pg';
import { FirstHouse } from './migrations/first-house.ts';
import { tables } from './tables.ts';

export type Database = { readonly orm: MikroORM; readonly pool: Pool; close(): Promise<void> };

/** One pool for the unit of work and for the prepared statements of the message path. */
export const openDatabase = async (url: string, { connections = 20 } = {}): Promise<Database> => {
  const orm = await MikroORM.init({
    entities: tables,
    dbName: 'prosa',
    // `clientUrl` drops query parameters, and with them the socket's folder.
    driverOptions: {
      connectionString: url,
      statement_timeout: 15_000,
      connectionTimeoutMillis: 10_000,
      types: columnTypes(),
    },
    pool: { min: 0, max: connections },
    extensions: [Migrator],
    migrations: {
      migrationsList: [{ name: 'first-house', class: FirstHouse }],
      snapshot: false,
      tableName: 'migrations',
    },
    discovery: { warnWhenNoEntities: false },
  });
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool;
  return { orm, pool, close: () => orm.close(true) };
};

/** Instants as Date, ids as number, days as `YYYY-MM-DD`; on its own the ORM has the driver leave them all as text. */
const columnTypes = (): TypeOverrides => {
  const types = new TypeOverrides();
  types.setTypeParser(oids.int8, Number);
  types.setTypeParser(oids.date, String);
  return types;
};

const oids = { int8: 20, date: 1082 } as const;
