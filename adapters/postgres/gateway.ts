import type { Pool } from 'pg';
import { type Phone, phoneKey } from '#core/domain/phone.ts';
import type { GatewayStore, HeldNumber } from '#core/ports/gateway-store.ts';
import type { ConnectionChange, Session } from '#core/ports/messenger.ts';
import { inTransaction } from './contacts.ts';

export const postgresGateway = (pool: Pool): GatewayStore => ({
  hold: async (processId, _now, leaseMs) => {
    const held = await pool.query<Row>({
      name: 'numbers-hold',
      // What is its own it waits for: passing over a row that an owner's click holds would close that session.
      text: `with free as (
          select agent_id from numbers
          where process_id is distinct from $1 and lease_until < now() and (wanted = 'on' or paired)
          for update skip locked
        )
        update numbers n set
          lease_until = now() + $2 * interval '1 ms',
          epoch = n.epoch + case when n.process_id = $1 then 0 else 1 end,
          process_id = $1
        where n.process_id = $1 or n.agent_id in (select agent_id from free)
        returning n.account_id, n.agent_id, n.phone, n.wanted, n.pairing_code_wanted, n.paired, n.epoch`,
      values: [processId, leaseMs],
    });
    return held.rows.map(toHeld);
  },

  letGo: async (processId) => {
    await pool.query(
      `update numbers set process_id = null, lease_until = '-infinity' where process_id = $1`,
      [processId],
    );
  },

  record: async (processId, session, change, now) => {
    if (change.kind === 'connected') return connect(pool, processId, session, now);
    if (change.kind === 'closed') {
      await close(pool, processId, session, change, now);
      return true;
    }
    const [state, qr, code] = waitingColumns(change);
    await pool.query(
      `update numbers set state = $3, qr = case when $5::text is null then $4 else qr end,
         pairing_code = coalesce($5, pairing_code),
         pairing_code_wanted = pairing_code_wanted and $5::text is null, changed_at = $6
       where agent_id = $1 and process_id = $2 and wanted = 'on'`,
      [session.agentId, processId, state, qr, code, now],
    );
    return true;
  },
});

type Row = {
  account_id: number;
  agent_id: number;
  phone: Phone;
  wanted: 'on' | 'off';
  pairing_code_wanted: boolean;
  paired: boolean;
  epoch: number;
};

const toHeld = (row: Row): HeldNumber => ({
  accountId: row.account_id,
  agentId: row.agent_id,
  phone: row.phone,
  epoch: row.epoch,
  wanted: row.wanted,
  pairingCodeWanted: row.pairing_code_wanted,
});

const waitingColumns = (
  change: Exclude<ConnectionChange, { kind: 'connected' | 'closed' }>,
): readonly [state: string, qr: string | null, code: string | null] => {
  switch (change.kind) {
    case 'qr':
      return ['connecting', change.payload, null];
    case 'pairing-code':
      return ['connecting', null, change.code];
    case 'reconnecting':
      return ['connecting', null, null];
    case 'halted':
      return ['disconnected', null, null];
  }
};

/** The partial unique index on paired numbers is what refuses a second owner, whoever comes at the same moment. */
const connect = async (pool: Pool, processId: string, session: Session, now: Date): Promise<boolean> => {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(
        `update numbers set state = 'connected', paired = true, qr = null, pairing_code = null,
           pairing_code_wanted = false, problem = null, changed_at = $3
         where agent_id = $1 and process_id = $2`,
        [session.agentId, processId, now],
      );
      await client.query(
        `insert into number_trials (phone_key, account_id, at)
         select $1, account_id, $3 from subscriptions where account_id = $2 and state = 'trial'
         on conflict (phone_key) do nothing`,
        [phoneKey(session.phone), session.accountId, now],
      );
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) return false;
    throw error;
  }
};

const uniqueViolation = '23505';

const close = async (
  pool: Pool,
  processId: string,
  session: Session,
  change: Extract<ConnectionChange, { kind: 'closed' }>,
  now: Date,
): Promise<void> => {
  await pool.query(
    `with before as (
       select agent_id, paired from numbers where agent_id = $1 and process_id = $2
     ), closed as (
       update numbers n set state = 'disconnected', wanted = 'off', paired = false, qr = null, pairing_code = null,
         pairing_code_wanted = false, problem = $3, changed_at = $4, process_id = null, lease_until = '-infinity'
       from before where n.agent_id = before.agent_id
       returning n.account_id, n.agent_id, before.paired
     )
     insert into notices (account_id, agent_id, kind, problem, at)
     select account_id, agent_id, 'number-lost', $3, $4 from closed where paired and $3 in ('logged-out', 'banned')`,
    [session.agentId, processId, change.problem, now],
  );
  await pool.query(
    'delete from numbers where agent_id = $1 and not paired and not exists (select 1 from agents where id = $1)',
    [session.agentId],
  );
};
