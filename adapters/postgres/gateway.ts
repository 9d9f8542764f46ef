import type { Pool, PoolClient } from 'pg';
import { type Phone, phoneKey } from '#core/domain/phone.ts';
import { endOfTime } from '#core/domain/time.ts';
import type { GatewayStore, HeldNumber } from '#core/ports/gateway-store.ts';
import type { ConnectionChange, LeasedSession } from '#core/ports/messenger.ts';
import { inTransaction } from './contacts.ts';
import { eraseDevice, wipeDevice } from './devices.ts';
import { notifyChannel } from './signals.ts';
import { tellOwner } from './tell-owner.ts';

export const postgresGateway = (pool: Pool): GatewayStore => ({
  hold: async (processId, leaseMs, { most, wave }) => {
    await pool.query({
      name: 'gateways-seen',
      text: `insert into gateways (id, lease_until) values ($1, now() + $2 * interval '1 ms')
        on conflict (id) do update set lease_until = excluded.lease_until`,
      values: [processId, leaseMs],
    });
    const held = await pool.query<Row>({
      name: 'numbers-hold',
      text: hold,
      values: [processId, leaseMs, most, wave],
    });
    const share = held.rows[0]?.share ?? 0;
    return { numbers: held.rows.map(toHeld), surplus: Math.max(0, held.rows.length - share) };
  },

  giveBack: async (processId, numbers) => {
    await pool.query(
      `update numbers n set process_id = null, lease_until = '-infinity'
       from unnest($2::int[], $3::int[]) as given (agent_id, epoch)
       where n.agent_id = given.agent_id and n.epoch = given.epoch and n.process_id = $1`,
      [processId, numbers.map(({ agentId }) => agentId), numbers.map(({ epoch }) => epoch)],
    );
  },

  letGo: async (processId) => {
    await pool.query(
      `update numbers set process_id = null, lease_until = '-infinity' where process_id = $1`,
      [processId],
    );
    await pool.query(`delete from gateways where id = $1 or lease_until < now() - interval '1 hour'`, [
      processId,
    ]);
    await pool.query('select pg_notify($1, $2)', [notifyChannel, 'numbers']);
  },

  record: async (processId, session, change, words, now) => {
    switch (change.kind) {
      case 'connected':
        return connect(pool, processId, session, now);
      case 'halted':
      case 'closed':
        await stopLine(pool, processId, session, change, words, now);
        return true;
      default:
        await wait(pool, processId, session, change, now);
        return true;
    }
  },
});

/** What is its own it waits for: passing over a row that an owner's click holds would close that session. */
const hold = `
  with share as (
    select least($3::int, ceil(
      (select count(*) from numbers where wanted = 'on' or paired)::numeric
      / (1 + (select count(*) from gateways where lease_until > now() and id <> $1)))::int) as size
  ), free as (
    select agent_id from numbers
    where process_id is distinct from $1 and lease_until < now() and (wanted = 'on' or paired)
    order by paired and wanted = 'on', changed_at
    limit (select greatest(0, least($4, size - (select count(*) from numbers where process_id = $1))) from share)
    for update skip locked
  )
  update numbers n set
    lease_until = now() + $2 * interval '1 ms',
    epoch = n.epoch + case when n.process_id = $1 then 0 else 1 end,
    state = case when n.process_id = $1 or n.state <> 'connected' then n.state else 'connecting' end,
    halted_until = case when n.process_id is distinct from $1 and n.problem = 'client-too-old' then null else n.halted_until end,
    process_id = $1
  where n.process_id = $1 or n.agent_id in (select agent_id from free)
  returning n.account_id, n.agent_id, n.phone, n.epoch, n.wanted, n.pairing_code_wanted, n.paired,
    nullif(n.halted_until, 'infinity') as halted_until, coalesce(n.halted_until = 'infinity', false) as halted_for_good,
    (select size from share) as share`;

type Row = {
  account_id: number;
  agent_id: number;
  phone: Phone;
  wanted: 'on' | 'off';
  pairing_code_wanted: boolean;
  paired: boolean;
  epoch: number;
  halted_until: Date | null;
  halted_for_good: boolean;
  share: number;
};

const toHeld = (row: Row): HeldNumber => ({
  accountId: row.account_id,
  agentId: row.agent_id,
  phone: row.phone,
  epoch: row.epoch,
  wanted: row.wanted,
  pairingCodeWanted: row.pairing_code_wanted,
  paired: row.paired,
  haltedUntil: row.halted_for_good ? endOfTime : row.halted_until,
});

const wait = async (
  pool: Pool,
  processId: string,
  { agentId, epoch }: LeasedSession,
  change: Extract<ConnectionChange, { kind: 'qr' | 'pairing-code' | 'reconnecting' }>,
  now: Date,
): Promise<void> => {
  const qr = change.kind === 'qr' ? change.payload : null;
  const code = change.kind === 'pairing-code' ? change.code : null;
  await pool.query(
    `update numbers set state = 'connecting', qr = case when $5::text is null then $4 else qr end,
       pairing_code = coalesce($5, pairing_code),
       pairing_code_wanted = pairing_code_wanted and $5::text is null, changed_at = $6
     where agent_id = $1 and process_id = $2 and epoch = $3 and wanted = 'on'`,
    [agentId, processId, epoch, qr, code, now],
  );
};

/** The partial unique index on paired numbers is what refuses a second owner, whoever comes at the same moment. */
const connect = async (
  pool: Pool,
  processId: string,
  session: LeasedSession,
  now: Date,
): Promise<boolean> => {
  try {
    await inTransaction(pool, async (client) => {
      await client.query(
        `update numbers set state = 'connected', paired = true, qr = null, pairing_code = null,
           pairing_code_wanted = false, problem = null, halted_until = null, changed_at = $4
         where agent_id = $1 and process_id = $2 and epoch = $3`,
        [session.agentId, processId, session.epoch, now],
      );
      await forgetLosses(client, session, now);
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

/** Over for now or for good; the owner hears of it once, in the same transaction. */
const stopLine = (
  pool: Pool,
  processId: string,
  session: LeasedSession,
  change: Extract<ConnectionChange, { kind: 'halted' | 'closed' }>,
  words: string | null,
  now: Date,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const lost =
      change.kind === 'halted'
        ? await halt(client, processId, session, change, now)
        : await close(client, processId, session, change.problem, now);
    if (!lost) return;
    await forgetLosses(client, session, now);
    await client.query(
      `insert into notices (account_id, agent_id, kind, problem, at) values ($1, $2, 'number-lost', $3, $4)`,
      [session.accountId, session.agentId, change.problem, now],
    );
    if (words !== null) await tellOwner(client, session, words, now);
  });

/** A number that is back, or lost anew, leaves nothing to know of earlier losses. */
const forgetLosses = async (
  client: PoolClient,
  { accountId, agentId }: LeasedSession,
  now: Date,
): Promise<void> => {
  await client.query(
    `update notices set seen_at = $3
     where account_id = $1 and agent_id = $2 and kind = 'number-lost' and seen_at is null`,
    [accountId, agentId, now],
  );
};

/** Whether this is the first that its owner hears of it: a halt that is tried in vain, again and again, is one loss. */
const halt = async (
  client: PoolClient,
  processId: string,
  { agentId, epoch }: LeasedSession,
  { problem, until }: Extract<ConnectionChange, { kind: 'halted' }>,
  now: Date,
): Promise<boolean> => {
  const halted = await client.query<{ lost: boolean }>(
    `with before as (
       select agent_id, paired and problem is distinct from $4::text as lost from numbers
       where agent_id = $1 and process_id = $2 and epoch = $3 and wanted = 'on' for update
     )
     update numbers n set state = 'disconnected', qr = null, pairing_code = null, pairing_code_wanted = false,
       problem = $4, changed_at = $6,
       halted_until = coalesce($5::timestamptz, case $4::text when 'client-too-old' then $6::timestamptz + interval '30 minutes' end, 'infinity')
     from before where n.agent_id = before.agent_id
     returning before.lost`,
    [agentId, processId, epoch, problem, until, now],
  );
  return halted.rows[0]?.lost ?? false;
};

const close = async (
  client: PoolClient,
  processId: string,
  session: LeasedSession,
  problem: string | null,
  now: Date,
): Promise<boolean> => {
  const { agentId, epoch } = session;
  const closed = await client.query<{ lost: boolean }>(
    `with before as (
       select agent_id, paired and $4::text = 'logged-out' as lost from numbers
       where agent_id = $1 and process_id = $2 and epoch = $3 for update
     )
     update numbers n set state = 'disconnected', wanted = 'off', paired = false, qr = null, pairing_code = null,
       pairing_code_wanted = false, problem = $4, halted_until = null, changed_at = $5, process_id = null,
       lease_until = '-infinity'
     from before where n.agent_id = before.agent_id
     returning coalesce(before.lost, false) as lost`,
    [agentId, processId, epoch, problem, now],
  );
  // The messenger has tried to; where it could not, nobody would ask it again.
  if (closed.rowCount === 1) await wipeDevice(client, session);
  const forgotten = await client.query(
    'delete from numbers where agent_id = $1 and not paired and not exists (select 1 from agents where id = $1)',
    [agentId],
  );
  if (forgotten.rowCount === 1) await eraseDevice(client, session);
  return closed.rows[0]?.lost ?? false;
};
