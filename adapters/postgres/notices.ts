import type { Pool } from 'pg';
import type { NoticeKind } from '#core/domain/notice.ts';
import type { ConnectionProblem } from '#core/ports/messenger.ts';
import type { NoticeStore } from '#core/ports/notice-store.ts';

type Row = {
  readonly id: number;
  readonly agent_id: number;
  readonly agent_name: string;
  readonly kind: NoticeKind;
  readonly phone: string | null;
  readonly problem: ConnectionProblem | null;
  readonly at: Date;
};

export const postgresNotices = (pool: Pool): NoticeStore => ({
  listOf: async (accountId) => {
    const found = await pool.query<Row>({
      name: 'notices-unseen',
      text: `select n.id, n.agent_id, a.name as agent_name, n.kind, c.phone, n.problem, n.at
        from notices n
        join agents a on a.id = n.agent_id
        left join contacts c on c.account_id = n.account_id and c.id = n.contact_id
        where n.account_id = $1 and n.seen_at is null order by n.id desc limit 50`,
      values: [accountId],
    });
    return found.rows.map((row) => ({
      id: row.id,
      agentId: row.agent_id,
      agentName: row.agent_name,
      kind: row.kind,
      customerPhone: row.phone,
      problem: row.problem,
      at: row.at,
    }));
  },

  dismiss: async (accountId, noticeId) => {
    const seen = await pool.query(
      'update notices set seen_at = coalesce(seen_at, now()) where account_id = $1 and id = $2',
      [accountId, noticeId],
    );
    return seen.rowCount === 1;
  },
});
