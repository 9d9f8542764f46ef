import type { Pool } from 'pg';

/**
 * Frees at once what processes hold that are dead for certain, so that nobody waits for their leases to end. It is safe
 * even where one of them should live: a number has a new epoch with its next holder, and a conversation a new token.
 * Whoever holds something is registered, as a gateway or a worker, before it does. Answers how many processes those were.
 */
export const freeLeases = async (pool: Pool, dead: (processId: string) => boolean): Promise<number> => {
  const holders = await pool.query<{ id: string }>('select id from gateways union select id from workers');
  const gone = holders.rows.map(({ id }) => id).filter(dead);
  if (gone.length === 0) return 0;
  for (const statement of statements) await pool.query(statement, [gone]);
  return gone.length;
};

/** A conversation's token stays with it: should another worker be at it, that one may still end its turn first. */
const statements = [
  `update conversations c set lease_until = '-infinity' from buckets b
   where b.worker_id = any($1) and c.bucket = b.bucket and c.run_after is not null and c.lease_until > now()`,
  `update buckets set worker_id = null, lease_until = '-infinity' where worker_id = any($1)`,
  'delete from workers where id = any($1)',
  `update numbers set process_id = null, lease_until = '-infinity' where process_id = any($1)`,
  'delete from gateways where id = any($1)',
];
