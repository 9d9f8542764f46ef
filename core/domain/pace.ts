import { minute, second } from './time.ts';

/** What has lately left by a number, in milliseconds of a clock that is never set. */
export type Pace = {
  /** Of the last minute, oldest first. */
  readonly leftAt: readonly number[];
  readonly gapEndsAt: number;
};

export const noneLeft: Pace = { leftAt: [], gapEndsAt: Number.NEGATIVE_INFINITY };

const gapMs = 2 * second;
/** No two gaps of a person are alike. */
const gapSpread = 0.3;
const mostAMinute = 20;

const typing = { msACharacter: 40, leastMs: 0.8 * second, mostMs: 4 * second } as const;
export const longestTypingMs = typing.mostMs;

/** How many messages may still leave in the minute that ends now. */
export const roomAt = ({ leftAt }: Pace, now: number): number =>
  mostAMinute - leftAt.filter((at) => at > now - minute).length;

/** When the next automatic message may leave: `now` or later. The owner's own wait for no gap, only for room. */
export const automaticLeavesAt = ({ leftAt, gapEndsAt }: Pace, now: number): number => {
  const roomSince = (leftAt.at(-mostAMinute) ?? Number.NEGATIVE_INFINITY) + minute;
  return Math.max(now, gapEndsAt, roomSince);
};

/** A message leaves now, whoever wrote it; `random` lies between 0 and 1. */
export const afterLeaving = ({ leftAt }: Pace, now: number, random: number): Pace => ({
  leftAt: [...leftAt.filter((at) => at > now - minute), now],
  gapEndsAt: now + Math.round(gapMs * (1 - gapSpread + 2 * gapSpread * random)),
});

/** How long a person would be seen typing this. */
export const typingMs = (text: string): number =>
  Math.min(typing.mostMs, Math.max(typing.leastMs, typing.msACharacter * text.length));
