import type { Pool } from 'pg';
import type { HousekeepingStore } from '#core/ports/housekeeping-store.ts';

/** A throttle's longest window and wait together are two hours: after a day nothing of it counts. */
const statements = [
  'delete from sessions where expires_at < $1',
  `delete from throttles where last_at < $1::timestamptz - interval '1 day'`,
  `delete from pauses where expires_at < $1::timestamptz - interval '1 day'`,
];

export const postgresHousekeeping = (pool: Pool): HousekeepingStore => ({
  forget: async (now) => {
    const gone = [];
    for (const statement of statements) gone.push(await pool.query(statement, [now]));
    return gone.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  },
});
