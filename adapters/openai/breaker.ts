/** Spares a model that keeps failing. Closed while `nextTryAt` is null; times are milliseconds. */
export type Breaker = { readonly failedAt: readonly number[]; readonly nextTryAt: number | null };

export const breakerRules = { failures: 5, withinMs: 30_000, tryEveryMs: 15_000 } as const;

export const closedBreaker: Breaker = { failedAt: [], nextTryAt: null };

export type Admission =
  | { readonly admitted: true; readonly breaker: Breaker }
  | { readonly admitted: false; readonly waitMs: number };

/** Whether a call may be made now. An open breaker lets one through every 15 seconds, whoever comes first. */
export const admit = (breaker: Breaker, now: number): Admission => {
  if (breaker.nextTryAt === null) return { admitted: true, breaker };
  if (now < breaker.nextTryAt) return { admitted: false, waitMs: breaker.nextTryAt - now };
  return { admitted: true, breaker: { ...breaker, nextTryAt: now + breakerRules.tryEveryMs } };
};

/** The fifth failure within 30 seconds without a success in between opens it. */
export const afterFailure = (breaker: Breaker, now: number): Breaker => {
  if (breaker.nextTryAt !== null) return breaker;
  const failedAt = [...breaker.failedAt.filter((at) => now - at < breakerRules.withinMs), now];
  return failedAt.length < breakerRules.failures
    ? { failedAt, nextTryAt: null }
    : { failedAt: [], nextTryAt: now + breakerRules.tryEveryMs };
};
