import type { PoolClient } from 'pg';
import { demoAgentId } from '#core/domain/agent.ts';
import { byPhone } from '#core/domain/contact.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { Session } from '#core/ports/messenger.ts';
import { bindContact } from './contacts.ts';

/**
 * Queues a message from the platform's own agent to this agent's owner, in the caller's transaction: one a day for each
 * agent, by its id. It is the house that speaks, as owners do from the panel, so no pause of its agent holds it back and
 * it does not grow too old: news of a lost number is late rather than never.
 */
export const tellOwner = async (
  client: PoolClient,
  { accountId, agentId }: Session,
  words: string,
  now: Date,
): Promise<void> => {
  const found = await client.query<{ platform_id: number; phone: Phone; name: string; day: string }>(
    `select p.account_id as platform_id, o.phone, o.name, ($3::timestamptz at time zone o.time_zone)::date as day
     from agents p, accounts o
     where p.id = $1 and o.id = $2 and p.account_id <> o.id and p.phone_key <> o.phone_key`,
    [demoAgentId, accountId, now],
  );
  const [told] = found.rows;
  if (!told) return;
  const person = { identities: [byPhone(told.phone)], name: told.name, chat: null };
  const contactId = await bindContact(client, told.platform_id, demoAgentId, person, now);
  if (contactId === null) return;
  await client.query(
    `insert into outbox (account_id, contact_id, agent_id, seq, provider_id, source, text, state, due_at, created_at)
     values ($1, $2, $3, 1, '3EB0' || upper(substr(encode(sha256(convert_to($4, 'UTF8')), 'hex'), 1, 18)),
       'panel', $5, 'pending', $6, $6)
     on conflict (account_id, provider_id) do nothing`,
    [told.platform_id, contactId, demoAgentId, `número perdido:${agentId}:${told.day}`, words, now],
  );
};
