import type { Subscription } from '#core/domain/subscription.ts';

export interface SubscriptionStore {
  /** Null for an account that never had one. */
  of(accountId: number): Promise<Subscription | null>;
  /** Replaces what the account had. */
  put(accountId: number, subscription: Subscription): Promise<void>;
}
