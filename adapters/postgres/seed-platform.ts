import type { Pool } from 'pg';
import { type AgentDraft, demoAgentId } from '#core/domain/agent.ts';
import { phoneKey } from '#core/domain/phone.ts';
import { taxIdPlace, type Vault } from './accounts.ts';
import { inTransaction } from './contacts.ts';

/** No password has this hash: nobody signs in as the platform. */
const noPassword = '!';
const platformKey = 'platform';

/**
 * The platform's own account with the demo agent, which answers under the id that the specification gives it. Seeding
 * again brings the agent's texts and number up to date. `linked` wants the number connected at once.
 */
export const seedPlatform = (
  pool: Pool,
  vault: Vault,
  demo: AgentDraft,
  { timeZone, linked, now }: { timeZone: string; linked: boolean; now: Date },
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('lock table accounts in share row exclusive mode');
    const phone = [demo.phone, phoneKey(demo.phone)];
    const known = await client.query<{ id: number }>('select id from accounts where tax_id_index = $1', [
      platformKey,
    ]);
    const made =
      known.rows[0] ??
      (await client.query<{ id: number }>(newAccount, [...phone, platformKey, noPassword, timeZone, now]))
        .rows[0];
    const accountId = made?.id ?? 0;
    await client.query('update accounts set tax_id = $2, phone = $3, phone_key = $4 where id = $1', [
      accountId,
      vault.seal('', taxIdPlace(accountId)),
      ...phone,
    ]);
    await client.query(unendingPlan, [accountId, now]);
    const texts = [demo.name, demo.description, demo.businessInfo];
    await client.query(demoAgent, [demoAgentId, accountId, ...texts, ...phone, demo.humanPauseMinutes, now]);
    await client.query(
      `select setval(pg_get_serial_sequence('agents', 'id'), greatest((select max(id) from agents), $1))`,
      [demoAgentId],
    );
    if (linked) await client.query(wantedNumber, [demoAgentId, accountId, ...phone, now]);
  });

const newAccount = `
  insert into accounts (name, email, email_key, phone, phone_key, tax_id, tax_id_index, password_hash, time_zone, created_at)
  values ('Prosa', $3, $3, $1, $2, '', $3, $4, $5, $6) returning id`;

const unendingPlan = `
  insert into subscriptions (account_id, plan_id, state, started_at, ends_at)
  select $1, max(id), 'paid', $2, '2999-12-31' from plans on conflict (account_id) do nothing`;

const demoAgent = `
  insert into agents (id, account_id, name, description, business_info, phone, phone_key, human_pause_minutes, online, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9)
  on conflict (id) do update set name = excluded.name, description = excluded.description,
    business_info = excluded.business_info, phone = excluded.phone, phone_key = excluded.phone_key
  where agents.account_id = excluded.account_id`;

const wantedNumber = `
  insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
  values ($1, $2, $3, $4, 'on', 'connecting', $5)
  on conflict (agent_id) do update set phone = excluded.phone, phone_key = excluded.phone_key, wanted = 'on'`;
