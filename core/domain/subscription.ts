import type { Plan } from './plan.ts';
import { trialDays } from './plan.ts';
import { after, day } from './time.ts';

/** What is stored. `endsAt` is the first instant that is no longer paid for (or free). */
export type Subscription = {
  readonly plan: Plan;
  readonly state: 'trial' | 'paid' | 'pending' | 'cancelled';
  readonly startedAt: Date;
  readonly endsAt: Date;
};

export type SubscriptionStatus = 'trial' | 'active' | 'pending' | 'cancelled' | 'expired';

/** Paid periods run on for this long after their end, so that a boleto can clear. A trial does not. */
export const graceDays = 3;

/** Seven times 24 hours from now, no card asked. */
export const newTrial = (plan: Plan, now: Date): Subscription => ({
  plan,
  state: 'trial',
  startedAt: now,
  endsAt: after(now, trialDays * day),
});

/** What the owner is shown. A paid plan in its days of grace is still `active`; it expires at exactly their end. */
export const statusAt = (now: Date, subscription: Subscription): SubscriptionStatus => {
  if (subscription.state === 'pending' || subscription.state === 'cancelled') return subscription.state;
  if (now >= activeUntil(subscription)) return 'expired';
  return subscription.state === 'trial' ? 'trial' : 'active';
};

/** Until, but not at, `activeUntil`. An account without a subscription has no active plan. */
export const isActiveAt = (now: Date, subscription: Subscription | null): subscription is Subscription =>
  subscription !== null && ['trial', 'active'].includes(statusAt(now, subscription));

/** The first instant without service: grace is for those who paid. */
export const activeUntil = ({ state, endsAt }: Pick<Subscription, 'state' | 'endsAt'>): Date =>
  state === 'paid' ? after(endsAt, graceDays * day) : endsAt;
