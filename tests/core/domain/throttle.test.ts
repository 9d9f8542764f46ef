import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attempts, Throttle } from '#core/domain/throttle.ts';
import { throttles, waitSeconds, withOneMore } from '#core/domain/throttle.ts';
import { hour, after as later, minute } from '#core/domain/time.ts';
import { instant, milliseconds } from '#tests/support/arbitraries.ts';

describe('a throttle', () => {
  it('lets ten wrong passwords go, then asks for waits that double up to fifteen minutes', () => {
    const waits = waitsOfSomebodyWhoNeverStops(throttles.loginByEmail, 17);
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 0]);
  });

  it('never stops somebody who slips once in two minutes', () => {
    let attempts: Attempts | null = null;
    for (let tries = 0; tries < 50; tries++) {
      const now = later(noon, tries * 2 * minute);
      expect(waitSeconds(now, throttles.loginByEmail, attempts)).toBe(0);
      attempts = withOneMore(now, throttles.loginByEmail, attempts);
    }
  });

  it('lets twenty of any tries within an hour register, and the next an hour after the last', () => {
    fc.assert(
      fc.property(fc.array(milliseconds(hour - 1), { minLength: 21, maxLength: 40 }), (offsets) => {
        const times = [0, ...offsets].sort((one, other) => one - other).map((ms) => later(noon, ms));
        const taken = takenOf(throttles.registerByAddress, times);
        expect(taken).toEqual(times.slice(0, 20));
        const attempts = attemptsAt(throttles.registerByAddress, times);
        const reopened = later(attempts.lastAt, hour);
        expect(waitSeconds(later(reopened, -1), throttles.registerByAddress, attempts)).toBe(1);
        expect(waitSeconds(reopened, throttles.registerByAddress, attempts)).toBe(0);
      }),
    );
  });

  it('asks for no wait before the free tries are used up', () => {
    fc.assert(
      fc.property(throttle, instant, milliseconds(hour), milliseconds(hour), (rule, at, since, then) => {
        const attempts = { count: rule.free - 1, firstAt: later(at, -since), lastAt: at };
        expect(waitSeconds(later(at, then), rule, attempts)).toBe(0);
        expect(waitSeconds(at, rule, { ...attempts, count: rule.free })).toBeGreaterThan(0);
      }),
    );
  });

  it('only ever asks for longer waits as tries add up, and never for more than the limit', () => {
    fc.assert(
      fc.property(
        throttle,
        instant,
        fc.nat({ max: 100 }),
        milliseconds(2 * hour),
        (rule, at, count, then) => {
          const [fewer, more] = [count, count + 1].map((tries) =>
            waitSeconds(later(at, then), rule, { count: tries, firstAt: at, lastAt: at }),
          );
          expect(fewer).toBeLessThanOrEqual(more ?? 0);
          expect(more).toBeLessThanOrEqual(rule.maxWaitSeconds);
        },
      ),
    );
  });

  it('opens again once the wait it named is over, and not a moment before its last second', () => {
    fc.assert(
      fc.property(throttle, instant, fc.integer({ min: 0, max: 100 }), (rule, at, beyond) => {
        const attempts = { count: rule.free + beyond, firstAt: at, lastAt: at };
        const wait = waitSeconds(at, rule, attempts);
        expect(waitSeconds(later(at, wait * 1_000), rule, attempts)).toBe(0);
        expect(waitSeconds(later(at, wait * 1_000 - 1), rule, attempts)).toBe(1);
      }),
    );
  });

  it('asks for no more than the limit when the clock is set back', () => {
    fc.assert(
      fc.property(throttle, instant, milliseconds(hour), (rule, at, back) => {
        const attempts = { count: rule.free + 50, firstAt: at, lastAt: at };
        expect(waitSeconds(later(at, -back), rule, attempts)).toBe(rule.maxWaitSeconds);
      }),
    );
  });

  it('starts anew after a window without any try', () => {
    fc.assert(
      fc.property(
        throttle,
        instant,
        fc.integer({ min: 1, max: 200 }),
        milliseconds(hour),
        (rule, at, count, then) => {
          const attempts = { count, firstAt: later(at, -then), lastAt: at };
          const now = later(at, rule.windowSeconds * 1_000 + then);
          expect(waitSeconds(now, rule, attempts)).toBe(0);
          expect(withOneMore(now, rule, attempts)).toEqual({ count: 1, firstAt: now, lastAt: now });
        },
      ),
    );
  });

  it('does not forget who keeps trying after every wait, however long ago the first try was', () => {
    fc.assert(
      fc.property(
        throttle,
        instant,
        milliseconds(24 * hour),
        fc.nat({ max: 50 }),
        (rule, at, ago, beyond) => {
          const attempts = { count: rule.free + beyond, firstAt: later(at, -ago), lastAt: at };
          const now = later(at, rule.windowSeconds * 1_000 - 1);
          expect(withOneMore(now, rule, attempts)).toEqual({
            ...attempts,
            count: attempts.count + 1,
            lastAt: now,
          });
        },
      ),
    );
  });
});

// Helpers

const noon = new Date('2026-11-21T15:00:00Z');
const throttle: fc.Arbitrary<Throttle> = fc.constantFrom(...Object.values(throttles));

const waitsOfSomebodyWhoNeverStops = (rule: Throttle, tries: number): readonly number[] => {
  const waits: number[] = [];
  let now = noon;
  let attempts: Attempts | null = null;
  for (let n = 0; n < tries; n++) {
    const wait = waitSeconds(now, rule, attempts);
    waits.push(wait);
    now = later(now, wait * 1_000);
    attempts = withOneMore(now, rule, attempts);
  }
  return waits;
};

/** Which of these tries go ahead; one that must wait is not remembered. */
const takenOf = (rule: Throttle, times: readonly Date[]): readonly Date[] => {
  let attempts: Attempts | null = null;
  return times.filter((now) => {
    if (waitSeconds(now, rule, attempts) > 0) return false;
    attempts = withOneMore(now, rule, attempts);
    return true;
  });
};

const attemptsAt = (rule: Throttle, times: readonly Date[]): Attempts => {
  const taken = takenOf(rule, times);
  return taken.reduce<Attempts | null>((attempts, now) => withOneMore(now, rule, attempts), null) as Attempts;
};
