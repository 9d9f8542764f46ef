import type { Plan } from '#core/domain/plan.ts';
import { done, type Result } from '#core/domain/result.ts';
import { isActiveAt, type SubscriptionStatus, statusAt } from '#core/domain/subscription.ts';
import type { Ports } from '#core/ports/index.ts';

export const listPlans =
  ({ plans }: Pick<Ports, 'plans'>) =>
  async (): Promise<Result<readonly Plan[], never>> =>
    done(await plans.all());

export type CurrentPlan = {
  readonly plan: Plan | null;
  readonly status: SubscriptionStatus;
  readonly active: boolean;
  readonly endsAt: Date | null;
};

/** An account that never had a plan is shown like one whose plan has ended. */
export const currentPlan =
  ({ clock, subscriptions }: Pick<Ports, 'clock' | 'subscriptions'>) =>
  async (accountId: number): Promise<Result<CurrentPlan, never>> => {
    const now = clock.now();
    const subscription = await subscriptions.of(accountId);
    return done({
      plan: subscription?.plan ?? null,
      status: subscription ? statusAt(now, subscription) : 'expired',
      active: isActiveAt(now, subscription),
      endsAt: subscription?.endsAt ?? null,
    });
  };
