import type { SubscriptionStore } from '#core/ports/subscription-store.ts';
import { rowsOf, type Session } from './session.ts';
import { type SubscriptionColumns, toSubscription } from './subscription-columns.ts';

export const postgresSubscriptions = (session: Session): SubscriptionStore => ({
  of: async (accountId) => {
    const [row] = await rowsOf<SubscriptionColumns>(session, select, [accountId]);
    return row ? toSubscription(row) : null;
  },

  put: async (accountId, { plan, state, startedAt, endsAt }) => {
    await rowsOf(
      session,
      `insert into subscriptions (account_id, plan_id, state, started_at, ends_at) values (?, ?, ?, ?, ?)
       on conflict (account_id) do update set plan_id = excluded.plan_id, state = excluded.state,
         started_at = excluded.started_at, ends_at = excluded.ends_at`,
      [accountId, plan.id, state, startedAt, endsAt],
    );
  },
});

const select = `select s.state as subscription_state, s.started_at, s.ends_at, p.id as plan_id, p.name as plan_name,
    p.price_cents, p.description as plan_description, p.popular, p.agent_limit, p.documents_per_agent,
    p.audios_per_month, p.keyword_files_per_agent, p.features
  from subscriptions s join plans p on p.id = s.plan_id where s.account_id = ?`;
