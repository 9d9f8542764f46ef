import { type Agent, onlyModel, type WhatsAppState } from '#core/domain/agent.ts';
import { type Phone, phoneKey } from '#core/domain/phone.ts';
import type { AgentStore } from '#core/ports/agent-store.ts';
import { shownState } from './numbers.ts';
import { removeAgent } from './remove-agent.ts';
import { rowsOf, type Session } from './session.ts';

type Row = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly business_info: string;
  readonly dont_know_text: string;
  readonly phone: Phone;
  readonly human_pause_minutes: number;
  readonly online: boolean;
  readonly created_at: Date;
  readonly whatsapp: WhatsAppState | null;
};

const toAgent = (row: Row): Agent => ({
  id: row.id,
  name: row.name,
  description: row.description,
  businessInfo: row.business_info,
  dontKnowText: row.dont_know_text,
  model: onlyModel,
  phone: row.phone,
  humanPauseMinutes: row.human_pause_minutes,
  online: row.online,
  whatsapp: row.whatsapp ?? 'disconnected',
  createdAt: row.created_at,
});

/** The number's row of an earlier phone tells nothing about the phone of now. */
const select = `select a.id, a.name, a.description, a.business_info, a.dont_know_text, a.phone, a.human_pause_minutes, a.online,
    a.created_at, ${shownState('n')} as whatsapp
  from agents a left join numbers n on n.agent_id = a.id and n.phone_key = a.phone_key`;

export const postgresAgents = (session: Session): AgentStore => {
  const find = async (accountId: number, agentId: number) => {
    const [row] = await rowsOf<Row>(session, `${select} where a.account_id = ? and a.id = ?`, [
      accountId,
      agentId,
    ]);
    return row ? toAgent(row) : null;
  };

  return {
    listOf: async (accountId) =>
      (await rowsOf<Row>(session, `${select} where a.account_id = ? order by a.id`, [accountId])).map(
        toAgent,
      ),

    find,

    byPhone: async (accountId, phone) => {
      const rows = await rowsOf<Row>(
        session,
        `${select} where a.account_id = ? and a.phone_key = ? order by ${shownState('n')} = 'connected' desc nulls last, a.id`,
        [accountId, phoneKey(phone)],
      );
      return rows.map(toAgent);
    },

    countOf: async (accountId) => {
      const [counted] = await rowsOf<{ n: number }>(
        session,
        'select count(*) as n from agents where account_id = ?',
        [accountId],
      );
      return counted?.n ?? 0;
    },

    add: async (accountId, draft, now) => {
      const [made] = await rowsOf<Row>(session, insert, [
        ...[accountId, draft.name, draft.description, draft.businessInfo, draft.phone, phoneKey(draft.phone)],
        ...[draft.humanPauseMinutes, draft.dontKnowText, draft.online, now],
      ]);
      if (!made) throw new Error('An inserted agent was not returned.');
      return toAgent(made);
    },

    change: async (accountId, agentId, draft) => {
      await rowsOf(session, change, [
        ...[draft.name, draft.description, draft.businessInfo, draft.phone, phoneKey(draft.phone)],
        ...[draft.humanPauseMinutes, draft.dontKnowText, accountId, agentId],
      ]);
      return find(accountId, agentId);
    },

    setOnline: async (accountId, agentId, online) => {
      await rowsOf(session, 'update agents set online = ? where account_id = ? and id = ?', [
        online,
        accountId,
        agentId,
      ]);
      return find(accountId, agentId);
    },

    remove: (accountId, agentId) =>
      session().transactional((em) => removeAgent(() => em, accountId, agentId)),
  };
};

const insert = `insert into agents
  (account_id, name, description, business_info, phone, phone_key, human_pause_minutes, dont_know_text, online, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *, null as whatsapp`;

const change = `with changed as (
    update agents set name = ?, description = ?, business_info = ?, phone = ?, phone_key = ?, human_pause_minutes = ?,
      dont_know_text = ?
    where account_id = ? and id = ? returning id, phone_key
  )
  update numbers n set wanted = 'off', state = 'disconnected', qr = null, pairing_code = null, pairing_code_wanted = false, halted_until = null
  from changed where n.agent_id = changed.id and n.phone_key <> changed.phone_key and n.wanted = 'on'`;
