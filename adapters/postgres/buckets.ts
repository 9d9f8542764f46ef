import type { Pool } from 'pg';
import { type BucketStore, bucketCount } from '#core/ports/bucket-store.ts';

/** An account's conversations share a bucket, so that one worker answers them and Citus keeps them together. */
export const bucketOf = (accountId: number): number => Math.imul(accountId, 0x9e3779b1) >>> (32 - 6);

/** Of a conversation that is over, since its contact turned out to be another one. */
export const noBucket = -1;

export const postgresBuckets = (pool: Pool): BucketStore => ({
  hold: async (workerId, leaseMs) => {
    await pool.query({
      name: 'workers-seen',
      text: `insert into workers (id, lease_until) values ($1, now() + $2 * interval '1 ms')
        on conflict (id) do update set lease_until = excluded.lease_until`,
      values: [workerId, leaseMs],
    });
    const held = await pool.query<{ bucket: number; kept: boolean }>({
      name: 'buckets-hold',
      // A fair share each; what is over it is let go, what nobody holds is taken up to it.
      text: `with share as (
          select ceil(${bucketCount}::numeric / greatest(count(*), 1))::int as size from workers where lease_until > now()
        ), candidates as (
          select bucket, worker_id = $1 and lease_until > now() as mine
          from buckets where worker_id = $1 or lease_until < now()
          order by (worker_id = $1 and lease_until > now()) desc nulls last, bucket
          for update skip locked
        ), kept as (
          select bucket from (select bucket, row_number() over (order by mine desc nulls last, bucket) as n from candidates) c, share
          where c.n <= share.size
        )
        update buckets b set
          worker_id = case when k.bucket is null then null else $1 end,
          lease_until = case when k.bucket is null then '-infinity' else now() + $2 * interval '1 ms' end
        from candidates c left join kept k using (bucket)
        where b.bucket = c.bucket and (k.bucket is not null or b.worker_id = $1)
        returning b.bucket, k.bucket is not null as kept`,
      values: [workerId, leaseMs],
    });
    return held.rows.filter((row) => row.kept).map((row) => row.bucket);
  },
  letGo: async (workerId) => {
    await pool.query(`update buckets set worker_id = null, lease_until = '-infinity' where worker_id = $1`, [
      workerId,
    ]);
    await pool.query(`delete from workers where id = $1 or lease_until < now() - interval '1 hour'`, [
      workerId,
    ]);
  },
});
