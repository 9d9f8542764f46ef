import type { Pool } from 'pg';
import type { SessionStore } from '#core/ports/session-store.ts';

type Row = { readonly account_id: number; readonly stale: boolean };

export const postgresSessions = (pool: Pool): SessionStore => ({
  open: async (accountId, tokenHash, now, expiresAt) => {
    await pool.query({
      name: 'session-open',
      text: `insert into sessions (token_hash, account_id, created_at, used_at, expires_at) values ($1, $2, $3, $3, $4)`,
      values: [tokenHash, accountId, now, expiresAt],
    });
  },

  ownerOf: async (tokenHash, now, expiresAt) => {
    const found = await pool.query<Row>({
      name: 'session-owner',
      text: `select account_id, used_at <= $2::timestamptz - interval '1 hour' as stale
        from sessions where token_hash = $1 and expires_at > $2`,
      values: [tokenHash, now],
    });
    const row = found.rows[0];
    if (!row) return null;
    if (row.stale) await moveOn(pool, tokenHash, now, expiresAt);
    return row.account_id;
  },

  end: async (tokenHash) => {
    await pool.query('delete from sessions where token_hash = $1', [tokenHash]);
  },
});

const moveOn = (pool: Pool, tokenHash: string, now: Date, expiresAt: Date) =>
  pool.query('update sessions set used_at = $2, expires_at = $3 where token_hash = $1', [
    tokenHash,
    now,
    expiresAt,
  ]);
