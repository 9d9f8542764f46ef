import type { Pool } from 'pg';
import { throttles, waitSeconds, withOneMore } from '#core/domain/throttle.ts';
import type { ThrottleStore } from '#core/ports/throttle-store.ts';
import { inTransaction } from './contacts.ts';

type Row = { readonly count: number; readonly first_at: Date; readonly last_at: Date };

export const postgresThrottles = (pool: Pool): ThrottleStore => ({
  take: (name, key, now) =>
    inTransaction(pool, async (client) => {
      // The row stands before it is counted, so that two first tries queue for it too.
      await client.query(
        `insert into throttles (name, key, count, first_at, last_at) values ($1, $2, 0, $3, $3)
         on conflict (name, key) do nothing`,
        [name, key, now],
      );
      const found = await client.query<Row>(
        'select count, first_at, last_at from throttles where name = $1 and key = $2 for update',
        [name, key],
      );
      const attempts = toAttempts(found.rows[0]);
      const wait = waitSeconds(now, throttles[name], attempts);
      if (wait > 0) return wait;
      const { count, firstAt, lastAt } = withOneMore(now, throttles[name], attempts);
      await client.query(
        'update throttles set count = $3, first_at = $4, last_at = $5 where name = $1 and key = $2',
        [name, key, count, firstAt, lastAt],
      );
      return 0;
    }),

  giveBack: async (name, key) => {
    await pool.query('update throttles set count = count - 1 where name = $1 and key = $2 and count > 0', [
      name,
      key,
    ]);
  },

  clear: async (name, key) => {
    await pool.query('delete from throttles where name = $1 and key = $2', [name, key]);
  },
});

const toAttempts = (row: Row | undefined) =>
  row && row.count > 0 ? { count: row.count, firstAt: row.first_at, lastAt: row.last_at } : null;
