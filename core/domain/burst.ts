import { after } from './time.ts';

/** How long a contact may go on writing before the answer: since the last message, and at most since the first. */
export type BurstTiming = { readonly windowMs: number; readonly maxMs: number };

export const burstTiming = {
  whatsapp: { windowMs: 3_000, maxMs: 15_000 },
  web: { windowMs: 500, maxMs: 2_000 },
} as const satisfies Record<string, BurstTiming>;

/**
 * When a burst is due: its last message plus the window, never later than its first message plus the maximum. The
 * statement that accepts a message applies this rule under the row's lock, and a test holds it to this one.
 */
export const dueAt = (firstAt: Date, lastAt: Date, { windowMs, maxMs }: BurstTiming): Date => {
  const quiet = after(lastAt, windowMs);
  const latest = after(firstAt, maxMs);
  return quiet < latest ? quiet : latest;
};
