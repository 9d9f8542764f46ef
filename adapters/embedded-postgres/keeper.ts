import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const patienceMs = 60_000;
/** Any number no one else locks in the maintenance database. */
const lockId = 7_766_372;

/** A process's stake in the server: a connection holding the shared lock. It is also how its death is noticed. */
export class Keeper {
  readonly socketDir: string;
  readonly #client: pg.Client;
  #lost = false;

  private constructor(socketDir: string, client: pg.Client) {
    this.socketDir = socketDir;
    this.#client = client;
    client.once('end', () => {
      this.#lost = true;
    });
  }

  /** Fails when the server does not answer within seconds, or serves another folder. */
  static async join(socketDir: string, dataDir: string): Promise<Keeper> {
    const giveUpAt = Date.now() + patienceMs;
    for (;;) {
      try {
        return await Keeper.#join(socketDir, dataDir);
      } catch (error) {
        if (!passing(error) || Date.now() > giveUpAt) throw error;
        await sleep(100);
      }
    }
  }

  static async #join(socketDir: string, dataDir: string): Promise<Keeper> {
    const client = new pg.Client({
      host: socketDir,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      application_name: 'prosa keeper',
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query('select current_setting($1) as folder', ['data_directory']);
      if (rows[0]?.folder !== dataDir)
        throw new Error(`The server in ${socketDir} serves ${rows[0]?.folder}.`);
      await client.query('select pg_advisory_lock_shared($1)', [lockId]);
      await prepare(client);
      return new Keeper(socketDir, client);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
  }

  get lost() {
    return this.#lost;
  }

  whenLost(told: () => void) {
    if (this.#lost) told();
    else this.#client.once('end', told);
  }

  /** Gives the stake up; true when nobody else holds one. */
  async leave(): Promise<boolean> {
    if (this.#lost) return true;
    try {
      await this.#client.query('select pg_advisory_unlock_shared($1)', [lockId]);
      const { rows } = await this.#client.query('select pg_try_advisory_lock($1) as last', [lockId]);
      return rows[0]?.last === true;
    } catch {
      return true;
    } finally {
      await this.#client.end().catch(() => {});
    }
  }
}

/** The product's role is no superuser: row security binds it, and connections are kept back for this keeper. */
const prepare = async (client: pg.Client) => {
  const missing = async (query: string) => (await client.query(query)).rowCount === 0;
  if (await missing(`select from pg_roles where rolname = 'prosa'`)) {
    await client.query('create role prosa login createdb');
  }
  if (await missing(`select from pg_database where datname = 'prosa'`)) {
    await client.query('create database prosa owner prosa');
  }
};

/** The server is there and said no, as opposed to not answering. */
export const refusedByServer = (error: unknown) => error instanceof pg.DatabaseError;

/** Coming up after a crash of one of its processes, or short of connections for the moment. */
const passing = (error: unknown) =>
  error instanceof pg.DatabaseError && ['57P03', '53300'].includes(error.code ?? '');
