import type { Pool } from 'pg';
import type { AgentStats, StatsStore } from '#core/ports/stats-store.ts';

type Row = {
  readonly agent_id: number;
  readonly sent: number;
  readonly received: number;
  readonly contacts: number;
  readonly last_at: Date | null;
};

const toStats = (row: Row): AgentStats => ({
  sent: row.sent,
  received: row.received,
  contacts: row.contacts,
  lastInteractionAt: row.last_at,
});

const none: AgentStats = { sent: 0, received: 0, contacts: 0, lastInteractionAt: null };

const sums =
  'sum(sent) as sent, sum(received) as received, sum(contacts) as contacts, max(last_at) as last_at';

export const postgresStats = (pool: Pool): StatsStore => ({
  ofAgent: async (accountId, agentId) => {
    const found = await pool.query<Row>({
      name: 'stats-of-agent',
      text: `select agent_id, ${sums} from agent_days where account_id = $1 and agent_id = $2 group by agent_id`,
      values: [accountId, agentId],
    });
    return found.rows[0] ? toStats(found.rows[0]) : none;
  },

  ofAccount: async (accountId) => {
    const found = await pool.query<Row>({
      name: 'stats-of-account',
      text: `select agent_id, ${sums} from agent_days where account_id = $1 group by agent_id`,
      values: [accountId],
    });
    return new Map(found.rows.map((row) => [row.agent_id, toStats(row)]));
  },

  audiosIn: async (accountId, month) => {
    const found = await pool.query<{ used: number }>({
      name: 'audios-in-month',
      text: 'select used from audio_months where account_id = $1 and month = $2',
      values: [accountId, month],
    });
    return found.rows[0]?.used ?? 0;
  },
});
