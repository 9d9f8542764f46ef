import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresConversations } from '#adapters/postgres/conversations.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { everyBucket, openAgent, phone } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url, { connections: 2 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('a database of the first house', () => {
  it('keeps what it holds when it is brought up to date, and a message that waits is answered from it', async () => {
    await database.pool.query('drop schema public cascade; create schema public');
    await database.orm.migrator.up({ to: 'first-house' });
    await fill();
    await migrate(fresh.url);

    const conversations = postgresConversations(database.pool, database.relaxed);
    const [claim] = await conversations.claimDue(everyBucket, 1, 10_000, new Date());
    const turn = claim && (await conversations.openTurn(claim, new Date()));
    expect(turn?.messages.map(({ text }) => text)).toEqual(['E domingo?']);
    expect(turn?.history.map(({ text }) => text)).toEqual(['Abre sábado?', 'Abrimos às 9h.']);
    expect(turn).toMatchObject({ files: [], agent: { hasDocuments: false, dontKnowText: '' } });
  });
});

// Helpers

/** A customer who was answered, wrote again, and waits. */
const fill = async () => {
  const { pool } = database;
  await pool.query(
    `insert into plans (id, name, price_cents, description, popular, agent_limit, documents_per_agent, audios_per_month,
       keyword_files_per_agent, features)
     values (2, 'Profissional', 6900, '', true, 3, 5, 150, 10, '{}')`,
  );
  await openAgent(pool, phone('11987654321'));
  for (const statement of [
    `insert into contacts (account_id, agent_id, phone, chat, created_at)
     select account_id, id, '5531999990001', '5531999990001@s.whatsapp.net', now() from agents`,
    `insert into turns (account_id, contact_id, agent_id, channel, test, attempts, sent_at, opened_at, outcome, closed_at)
     select account_id, id, agent_id, 'whatsapp', false, 1, now(), now(), 'answered', now() from contacts`,
    `insert into messages (account_id, contact_id, agent_id, author, provider_id, kind, text, sent_at, received_at, late, turn_id)
     select t.account_id, t.contact_id, t.agent_id, 'customer', said.text, 'text', said.text, t.sent_at, now(), false,
       case when said.answered then t.id end
     from turns t, (values ('Abre sábado?', true), ('E domingo?', false)) as said (text, answered)`,
    `insert into outbox (account_id, contact_id, agent_id, turn_id, seq, provider_id, source, text, state, due_at, created_at)
     select account_id, contact_id, agent_id, id, 1, 'P1', 'agent', 'Abrimos às 9h.', 'accepted', now(), sent_at + interval '1 second'
     from turns`,
    `insert into conversations (account_id, contact_id, agent_id, bucket, seq, run_after)
     select account_id, id, agent_id, 1, 1, now() - interval '1 second' from contacts`,
  ]) {
    await pool.query(statement);
  }
};
