import type { Pool } from 'pg';
import { byPhone } from '#core/domain/contact.ts';
import type { Pause, PauseOrigin } from '#core/domain/pause.ts';
import type { PauseStore } from '#core/ports/pause-store.ts';
import { bindContact, inTransaction } from './contacts.ts';

type Row = {
  readonly id: number;
  readonly agent_id: number;
  readonly contact_id: number;
  readonly phone: string | null;
  readonly origin: PauseOrigin;
  readonly paused_at: Date;
  readonly expires_at: Date | null;
};

const toPause = (row: Row): Pause => ({
  id: row.id,
  agentId: row.agent_id,
  contactId: row.contact_id,
  customerPhone: row.phone,
  origin: row.origin,
  pausedAt: row.paused_at,
  expiresAt: row.expires_at,
});

const select = `select p.id, p.agent_id, p.contact_id, c.phone, p.origin, p.paused_at, p.expires_at
  from pauses p join contacts c on c.account_id = p.account_id and c.id = p.contact_id`;

export const postgresPauses = (pool: Pool): PauseStore => ({
  listOf: async (accountId, agentId, now) => {
    const found = await pool.query<Row>({
      name: 'pauses-of-agent',
      text: `${select} where p.account_id = $1 and p.agent_id = $2 and (p.expires_at is null or p.expires_at > $3)
        order by p.paused_at desc, p.id desc`,
      values: [accountId, agentId, now],
    });
    return found.rows.map(toPause);
  },

  add: (accountId, agentId, phone, now) =>
    inTransaction(pool, async (client) => {
      const person = { identities: [byPhone(phone)], name: null, chat: null };
      const contactId = await bindContact(client, accountId, agentId, person, now);
      if (contactId === null) return null;
      const made = await client.query(
        `insert into pauses (account_id, agent_id, contact_id, origin, paused_at)
         select $1, $2, $3, 'list', $4 where not exists (
           select 1 from pauses where account_id = $1 and contact_id = $3 and expires_at is null)
         on conflict (account_id, contact_id, origin) do nothing`,
        [accountId, agentId, contactId, now],
      );
      const found = await client.query<Row>(
        `${select} where p.account_id = $1 and p.contact_id = $2 and p.expires_at is null order by p.id limit 1`,
        [accountId, contactId],
      );
      if (!found.rows[0]) throw new Error('A pause was ended while it was made.');
      return { pause: toPause(found.rows[0]), isNew: made.rowCount === 1 };
    }),

  remove: async (accountId, pauseId) => {
    const gone = await pool.query('delete from pauses where account_id = $1 and id = $2', [
      accountId,
      pauseId,
    ]);
    return gone.rowCount === 1;
  },
});
