import { startEmbeddedPostgres } from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '#adapters/postgres/migrate.ts';

/** `npm run migrate -- URL`; without an address, the embedded database of this folder. */
const [given] = process.argv.slice(2);
const embedded = given ? null : await startEmbeddedPostgres({ dataDir: '.data/postgres', log: console.log });
try {
  await migrate(given ?? embedded?.url ?? '');
  console.log('The database is up to date.');
} finally {
  await embedded?.stop();
}
