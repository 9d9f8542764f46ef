import { secondsBetween } from './time.ts';

/** So many tries in a window are free; after that each one must wait, twice as long as the one before, up to a limit. */
export type Throttle = {
  readonly free: number;
  readonly windowSeconds: number;
  readonly firstWaitSeconds: number;
  readonly maxWaitSeconds: number;
};

/**
 * Whose tries are counted together (contract §3). Only failures count for an e-mail: a login clears them. Of the files
 * that an account sends count those that were refused, or deleted again.
 */
export const throttles = {
  loginByEmail: { free: 10, windowSeconds: 900, firstWaitSeconds: 30, maxWaitSeconds: 900 },
  loginByAddress: { free: 50, windowSeconds: 900, firstWaitSeconds: 30, maxWaitSeconds: 900 },
  uploads: { free: 30, windowSeconds: 3_600, firstWaitSeconds: 60, maxWaitSeconds: 900 },
  registerByAddress: { free: 20, windowSeconds: 3_600, firstWaitSeconds: 3_600, maxWaitSeconds: 3_600 },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof throttles;

/** What is remembered of one key: how many tries its window has seen, when it began, and the last of them. */
export type Attempts = { readonly count: number; readonly firstAt: Date; readonly lastAt: Date };

/** Whole seconds to wait before the next try, 0 when it may go ahead. A clock that was set back adds nothing. */
export const waitSeconds = (now: Date, throttle: Throttle, attempts: Attempts | null): number => {
  if (attempts === null || attempts.count < throttle.free) return 0;
  const doublings = Math.min(attempts.count - throttle.free, 20);
  const wait = Math.min(throttle.firstWaitSeconds * 2 ** doublings, throttle.maxWaitSeconds);
  return Math.max(0, Math.ceil(wait - Math.max(0, secondsBetween(attempts.lastAt, now))));
};

/**
 * The tries to remember once one more went ahead. While tries are free the window runs from the first of them; once
 * they cost a wait it takes a whole window without any to start anew, or an attacker's waits would never grow long.
 */
export const withOneMore = (now: Date, throttle: Throttle, attempts: Attempts | null): Attempts => {
  if (attempts === null) return { count: 1, firstAt: now, lastAt: now };
  const windowFrom = attempts.count < throttle.free ? attempts.firstAt : attempts.lastAt;
  return secondsBetween(windowFrom, now) >= throttle.windowSeconds
    ? { count: 1, firstAt: now, lastAt: now }
    : { count: attempts.count + 1, firstAt: attempts.firstAt, lastAt: now };
};
