import { deviceTables } from './devices.ts';
import { removeDocumentsOfAgent } from './documents.ts';
import { removeKeywordFilesOfAgent } from './keyword-files.ts';
import { passageTables } from './passages.ts';
import { rowsOf, type Session } from './session.ts';
import { removeVoicesOfAgent } from './voices.ts';

/**
 * Conversations go first: their row locks are what the message path waits for. A number that is linked, or that a
 * gateway still holds, keeps its row, wanted off, and its device until it is unlinked.
 */
const statements = [
  'delete from conversations where account_id = ? and agent_id = ?',
  `delete from turn_steps s using turns t
   where t.account_id = ? and t.agent_id = ? and s.account_id = t.account_id and s.turn_id = t.id`,
  ...removeVoicesOfAgent,
  ...['outbox', 'messages', 'turns', 'pauses', 'notices', 'agent_days', 'contact_identities', 'contacts'].map(
    (table) => `delete from ${table} where account_id = ? and agent_id = ?`,
  ),
  ...removeDocumentsOfAgent,
  ...removeKeywordFilesOfAgent,
  ...passageTables.map((table) => `delete from ${table} where account_id = ? and agent_id = ?`),
  `update numbers set wanted = 'off', state = 'disconnected', qr = null, pairing_code = null, pairing_code_wanted = false,
     halted_until = null
   where account_id = ? and agent_id = ?`,
  'delete from numbers where account_id = ? and agent_id = ? and not paired and process_id is null',
  ...deviceTables.map(
    (table) => `delete from ${table} d where d.account_id = ? and d.agent_id = ?
      and not exists (select 1 from numbers n where n.agent_id = d.agent_id)`,
  ),
];

/** Runs in a transaction. */
export const removeAgent = async (session: Session, accountId: number, agentId: number): Promise<boolean> => {
  const gone = await rowsOf(session, 'delete from agents where account_id = ? and id = ? returning id', [
    accountId,
    agentId,
  ]);
  if (gone.length === 0) return false;
  for (const statement of statements) await rowsOf(session, statement, [accountId, agentId]);
  return true;
};
