import pg from 'pg';
import { openDatabase } from './orm.ts';
import { seed } from './seed.ts';

/** Any 64-bit number; the same for every process of this product. */
const migrationLock = 7_014_011;

/** Brings the database up to this version and seeds it. Processes that start together take turns. */
export const migrate = async (url: string): Promise<void> => {
  const gate = new pg.Client({ connectionString: url });
  await gate.connect();
  try {
    await gate.query('select pg_advisory_lock($1)', [migrationLock]);
    const database = await openDatabase(url, { connections: 2 });
    try {
      await database.orm.migrator.up();
      await seed(database.pool);
    } finally {
      await database.close();
    }
  } finally {
    await gate.end();
  }
};
