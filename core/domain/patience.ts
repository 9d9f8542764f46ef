import { after, hour, minute, second } from './time.ts';

/** What to do when the model is away. */
export type Patience =
  | { readonly kind: 'try-again'; readonly at: Date; readonly askToHoldOn: boolean }
  | { readonly kind: 'give-up' };

type Trouble = {
  readonly now: Date;
  readonly openedAt: Date;
  /** How often the model was away for this turn before this time. */
  readonly failures: number;
  readonly toldToHoldOnAt: Date | null;
  /** What the model's provider asks for. */
  readonly retryAfterSeconds: number | null;
  /** From 0 up to, but not including, 1: keeps turns that failed together from coming back together. */
  readonly spread: number;
};

const waitsInSeconds = [1, 3, 8, 20, 60] as const;
export const patienceLimits = {
  tries: 8,
  totalMs: 10 * minute,
  askToHoldOnAfterMs: 45 * second,
  askAgainAfterMs: 6 * hour,
} as const;

/** Tries eight times or for ten minutes; after 45 seconds the customer is asked once in six hours to hold on. */
export const patienceWith = (trouble: Trouble): Patience => {
  const { now, openedAt, failures, toldToHoldOnAt, retryAfterSeconds, spread } = trouble;
  const wait = Math.max(
    waitsInSeconds[Math.min(failures, waitsInSeconds.length - 1)] ?? 60,
    retryAfterSeconds ?? 0,
  );
  const at = after(now, wait * second * (1 + spread / 4));
  if (failures + 1 >= patienceLimits.tries || at >= after(openedAt, patienceLimits.totalMs))
    return { kind: 'give-up' };
  const toldLately = toldToHoldOnAt !== null && now < after(toldToHoldOnAt, patienceLimits.askAgainAfterMs);
  return {
    kind: 'try-again',
    at,
    askToHoldOn: at >= after(openedAt, patienceLimits.askToHoldOnAfterMs) && !toldLately,
  };
};
