import type { Pool } from 'pg';
import type { HousekeepingStore } from '#core/ports/housekeeping-store.ts';
import { inTransaction } from './contacts.ts';
import { eraseDevice, wasReportedUnread } from './devices.ts';
import { voiceHousekeeping } from './voices.ts';

/** A throttle's longest window and wait together are two hours: after a day nothing of it counts. */
const statements = [
  'delete from sessions where expires_at < $1',
  `delete from throttles where last_at < $1::timestamptz - interval '1 day'`,
  `delete from pauses where expires_at < $1::timestamptz - interval '1 day'`,
];

/** Of messages there are many: a share at a time, so that no statement holds much for long. */
const share = 10_000;

/** For as long WhatsApp may hand a message over again, and a receiver may ask again for one that was sent. */
const remembered = `interval '7 days'`;

const inShares = (table: string, over: string) =>
  `delete from ${table} where ctid = any(array(select ctid from ${table} where ${over} limit ${share}))`;

const statementsInShares = [
  // Before what was said of it: without that it would be said again.
  inShares(
    'device_inbox',
    `state = 'awaited' and at < $1::timestamptz - ${remembered} and ${wasReportedUnread}`,
  ),
  inShares('device_inbox', `state in ('reported', 'silent') and at < $1::timestamptz - ${remembered}`),
  inShares('device_decrypted', `at < $1::timestamptz - ${remembered}`),
  inShares('device_sent', `at < $1::timestamptz - ${remembered}`),
  ...voiceHousekeeping(share),
];

export const postgresHousekeeping = (pool: Pool): HousekeepingStore => ({
  forget: async (now) => {
    let gone = 0;
    for (const statement of statements) gone += (await pool.query(statement, [now])).rowCount ?? 0;
    for (const statement of statementsInShares) gone += await untilNoneIsLeft(pool, statement, now);
    return gone + (await eraseLeftDevices(pool));
  },
});

const untilNoneIsLeft = async (pool: Pool, statement: string, now: Date): Promise<number> => {
  let gone = 0;
  for (;;) {
    const deleted = (await pool.query(statement, [now])).rowCount ?? 0;
    gone += deleted;
    if (deleted < share) return gone;
  }
};

/** Whose agent is no more and whose number nobody has to unlink; a process that died in between left them. */
const eraseLeftDevices = async (pool: Pool): Promise<number> => {
  const left = await pool.query<{ accountId: number; agentId: number }>(
    `select d.account_id as "accountId", d.agent_id as "agentId" from devices d
     where not exists (select 1 from agents a where a.id = d.agent_id)
       and not exists (select 1 from numbers n where n.agent_id = d.agent_id and (n.paired or n.lease_until > now()))`,
  );
  for (const device of left.rows) await inTransaction(pool, (client) => eraseDevice(client, device));
  return left.rows.length;
};
