import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/domain/plan.ts';
import { firstPlans } from '#core/domain/plan.ts';
import type { Subscription } from '#core/domain/subscription.ts';
import { activeUntil, isActiveAt, newTrial, statusAt } from '#core/domain/subscription.ts';
import { day, after as later } from '#core/domain/time.ts';
import { instant, milliseconds } from '#tests/support/arbitraries.ts';

describe('a trial', () => {
  it('that starts on a Saturday at noon ends on the next Saturday at noon', () => {
    const trial = newTrial(plan, new Date('2026-11-21T15:00:00Z'));
    expect(trial).toMatchObject({ state: 'trial', endsAt: new Date('2026-11-28T15:00:00Z') });
  });

  it('lasts 7 × 24 hours: until, but not at, its end, and without grace', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const trial = newTrial(plan, now);
        const end = new Date(now.getTime() + 604_800_000);
        expect(statusAt(now, trial)).toBe('trial');
        expect(statusAt(later(end, -1), trial)).toBe('trial');
        expect(statusAt(end, trial)).toBe('expired');
        expect(activeUntil(trial)).toEqual(end);
      }),
    );
  });
});

describe('a paid plan', () => {
  it('stays active for three days of grace: until, but not at, their end', () => {
    fc.assert(
      fc.property(instant, (endsAt) => {
        const paid = subscription('paid', endsAt);
        const end = new Date(endsAt.getTime() + 259_200_000);
        expect(statusAt(endsAt, paid)).toBe('active');
        expect(statusAt(later(end, -1), paid)).toBe('active');
        expect(statusAt(end, paid)).toBe('expired');
      }),
    );
  });
});

describe('a plan that waits for payment or was cancelled', () => {
  it('is not active at any time', () => {
    fc.assert(
      fc.property(instant, instant, fc.constantFrom('pending', 'cancelled'), (now, endsAt, state) => {
        expect(statusAt(now, subscription(state, endsAt))).toBe(state);
        expect(isActiveAt(now, subscription(state, endsAt))).toBe(false);
      }),
    );
  });
});

describe('an active plan', () => {
  it('is one on trial or paid, before its last instant; no plan is none', () => {
    fc.assert(
      fc.property(instant, milliseconds(10 * day), state, (endsAt, past, kind) => {
        const now = later(endsAt, past - 5 * day);
        const current = subscription(kind, endsAt);
        const runs = (kind === 'trial' || kind === 'paid') && now < activeUntil(current);
        expect(isActiveAt(now, current)).toBe(runs);
        expect(isActiveAt(now, null)).toBe(false);
      }),
    );
  });

  it('never becomes active again by waiting', () => {
    fc.assert(
      fc.property(instant, instant, milliseconds(30 * day), state, (endsAt, now, wait, kind) => {
        const current = subscription(kind, endsAt);
        if (!isActiveAt(now, current)) expect(isActiveAt(later(now, wait), current)).toBe(false);
      }),
    );
  });
});

// Helpers

const plan = firstPlans[1] as Plan;
const state = fc.constantFrom('trial', 'paid', 'pending', 'cancelled');

const subscription = (kind: Subscription['state'], endsAt: Date): Subscription => ({
  plan,
  state: kind,
  startedAt: later(endsAt, -30 * day),
  endsAt,
});
