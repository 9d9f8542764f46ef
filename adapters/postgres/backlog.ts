import type { Pool } from 'pg';
import type { BacklogStore } from '#core/ports/backlog-store.ts';

/** Each part is read from a partial index that holds only what waits. */
export const postgresBacklog = (pool: Pool): BacklogStore => ({
  measure: async () => {
    const measured = await pool.query<{ waiting: number; oldest: Date | null; open: number; unsent: number }>(
      `select
         (select count(*) from messages where author = 'customer' and turn_id is null) as waiting,
         (select min(received_at) from messages where author = 'customer' and turn_id is null) as oldest,
         (select count(*) from turns where outcome is null) as open,
         (select count(*) from outbox where state in ('pending', 'sending')) as unsent`,
    );
    const row = measured.rows[0];
    return {
      waiting: row?.waiting ?? 0,
      oldestWaitingAt: row?.oldest ?? null,
      openTurns: row?.open ?? 0,
      unsent: row?.unsent ?? 0,
    };
  },
});
