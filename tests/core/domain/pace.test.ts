import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterLeaving, automaticLeavesAt, noneLeft, type Pace, roomAt, typingMs } from '#core/domain/pace.ts';

describe('the pace of a number', () => {
  it('lets the first message leave at once and the second about two seconds later', () => {
    expect(automaticLeavesAt(noneLeft, 1_000)).toBe(1_000);
    const one = afterLeaving(noneLeft, 1_000, 0.5);
    expect(automaticLeavesAt(one, 1_000)).toBe(3_000);
    expect(automaticLeavesAt(one, 9_000)).toBe(9_000);
  });

  it('makes the twenty-first message of a minute wait, the owner’s too', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => n).reduce<Pace>(
      (pace, at) => afterLeaving(pace, at, 0),
      noneLeft,
    );
    expect(roomAt(twenty, 1_000)).toBe(0);
    expect(automaticLeavesAt(twenty, 5_000)).toBe(60_000);
    expect(roomAt(twenty, 60_000)).toBe(1);
  });

  it('keeps automatic messages 1.4 to 2.6 seconds apart while there is room', () => {
    fc.assert(
      fc.property(someRandom, fc.nat(100_000), (random, now) => {
        const gap = automaticLeavesAt(afterLeaving(noneLeft, now, random), now) - now;
        expect(gap).toBeGreaterThanOrEqual(1_400);
        expect(gap).toBeLessThanOrEqual(2_600);
      }),
    );
  });

  it('never lets two automatic messages leave closer than 1.4 seconds, nor more than twenty in any minute', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ owner: fc.boolean(), waitedMs: someWait, random: someRandom })),
        (asked) => {
          const left = played(asked);
          const automatic = left.filter(({ owner }) => !owner).map(({ at }) => at);
          automatic.slice(1).forEach((at, n) => {
            expect(at - (automatic[n] ?? 0)).toBeGreaterThanOrEqual(1_400);
          });
          left.slice(20).forEach(({ at }, n) => {
            expect(at - (left[n]?.at ?? 0)).toBeGreaterThanOrEqual(60_000);
          });
        },
      ),
    );
  });

  it('lets an owner’s message leave at once while there is room, and has the next automatic one wait after it', () => {
    const pace = afterLeaving(afterLeaving(noneLeft, 1_000, 0.5), 1_001, 0.5);
    expect(roomAt(pace, 1_001)).toBe(18);
    expect(automaticLeavesAt(pace, 1_001)).toBe(3_001);
  });
});

describe('typing', () => {
  it.each([
    ['Oi', 800],
    ['x'.repeat(50), 2_000],
    ['x'.repeat(4_000), 4_000],
  ])('of %j takes so many milliseconds', (text, ms) => {
    expect(typingMs(text)).toBe(ms);
  });
});

// Helpers

const someRandom = fc.double({ min: 0, max: 1, noNaN: true });
const someWait = fc.oneof(fc.nat(100), fc.nat(70_000));

/** Messages that come one after another, each leaving as soon as it may. */
const played = (asked: readonly { owner: boolean; waitedMs: number; random: number }[]) => {
  let pace = noneLeft;
  let now = 0;
  return asked.map(({ owner, waitedMs, random }) => {
    now += waitedMs;
    if (!owner) now = automaticLeavesAt(pace, now);
    while (owner && roomAt(pace, now) <= 0) now += 50;
    pace = afterLeaving(pace, now, random);
    return { owner, at: now };
  });
};
