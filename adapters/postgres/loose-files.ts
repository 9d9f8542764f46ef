import type { LooseFileStore } from '#core/ports/loose-file-store.ts';
import { rowsOf, type Session } from './session.ts';

type Row = { readonly account_id: number; readonly key: string };

const someAtOnce = 100;

export const postgresLooseFiles = (session: Session): LooseFileStore => ({
  expect: async (accountId, agentId, purpose, now) => {
    const [made] = await rowsOf<Row>(
      session,
      `insert into loose_files (account_id, key, agent_id, purpose, at)
       values (?, concat_ws('/', ?::text, ?::text, gen_random_uuid()), ?, ?, ?) returning key`,
      [accountId, accountId, agentId, agentId, purpose, now],
    );
    if (!made) throw new Error('An inserted file was not returned.');
    return made.key;
  },

  expectedOf: async (accountId, agentId, purpose, since) => {
    const [counted] = await rowsOf<{ n: number }>(
      session,
      `select count(*) as n from loose_files
       where account_id = ? and agent_id = ? and purpose = ? and not given_up and at > ?`,
      [accountId, agentId, purpose, since],
    );
    return counted?.n ?? 0;
  },

  settle: async (accountId, key) => {
    const settled = await rowsOf(
      session,
      'delete from loose_files where account_id = ? and key = ? and not given_up returning key',
      [accountId, key],
    );
    return settled.length === 1;
  },

  giveUp: async (accountId, key) => {
    await rowsOf(session, 'update loose_files set given_up = true where account_id = ? and key = ?', [
      accountId,
      key,
    ]);
  },

  givenUp: async (accountId, since) => {
    await rowsOf(session, 'update loose_files set given_up = true where not given_up and at < ?', [since]);
    const found = await rowsOf<Row>(
      session,
      `select account_id, key from loose_files where given_up and account_id = coalesce(?, account_id)
       order by account_id, key limit ${someAtOnce}`,
      [accountId],
    );
    return found.map((row) => ({ accountId: row.account_id, key: row.key }));
  },

  forget: async (files) => {
    for (const { accountId, key } of files) {
      await rowsOf(session, 'delete from loose_files where account_id = ? and key = ? and given_up', [
        accountId,
        key,
      ]);
    }
  },
});
