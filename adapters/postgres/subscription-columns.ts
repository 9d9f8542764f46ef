import type { Subscription } from '#core/domain/subscription.ts';

/** A subscription with its plan, as a left join gives them: all null where there is none. */
export type SubscriptionColumns = {
  readonly subscription_state: Subscription['state'] | null;
  readonly started_at: Date;
  readonly ends_at: Date;
  readonly plan_id: number;
  readonly plan_name: string;
  readonly price_cents: number;
  readonly plan_description: string;
  readonly popular: boolean;
  readonly agent_limit: number;
  readonly documents_per_agent: number;
  readonly audios_per_month: number | null;
  readonly keyword_files_per_agent: number;
  readonly features: readonly string[];
};

export const toSubscription = (row: SubscriptionColumns): Subscription | null =>
  row.subscription_state && {
    state: row.subscription_state,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    plan: {
      id: row.plan_id,
      name: row.plan_name,
      priceCents: row.price_cents,
      description: row.plan_description,
      popular: row.popular,
      agentLimit: row.agent_limit,
      documentsPerAgent: row.documents_per_agent,
      audiosPerMonth: row.audios_per_month,
      keywordFilesPerAgent: row.keyword_files_per_agent,
      features: row.features,
    },
  };
