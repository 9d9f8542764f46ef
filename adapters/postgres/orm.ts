import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { FirstHouse } from './migrations/first-house.ts';
import { tables } from './tables.ts';

export type Database = { readonly orm: MikroORM; readonly pool: Pool; close(): Promise<void> };

/** One pool for the unit of work and for the prepared statements of the message path. */
export const openDatabase = async (url: string, { connections = 20 } = {}): Promise<Database> => {
  const orm = await MikroORM.init({
    entities: tables,
    dbName: 'prosa',
    // `clientUrl` drops query parameters, and with them the socket's folder.
    driverOptions: { connectionString: url, statement_timeout: 15_000, connectionTimeoutMillis: 10_000 },
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
