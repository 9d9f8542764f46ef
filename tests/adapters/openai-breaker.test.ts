import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Breaker } from '#adapters/openai/breaker.ts';
import { admit, afterFailure, breakerRules, closedBreaker } from '#adapters/openai/breaker.ts';

describe('the breaker of a model', () => {
  it('opens at the fifth failure within 30 seconds', () => {
    const failing = failures([0, 7_000, 14_000, 21_000]);
    expect(admit(failing, 28_000).admitted).toBe(true);
    expect(admit(afterFailure(failing, 29_000), 29_001)).toEqual({ admitted: false, waitMs: 14_999 });
  });

  it('forgets failures that are older', () => {
    expect(admit(failures([0, 7_000, 14_000, 21_000, 30_000]), 30_001).admitted).toBe(true);
  });

  it('lets one call through every 15 seconds while it is open', () => {
    const open = failures([0, 1, 2, 3, 4]);
    const trial = admit(open, 15_004);
    if (!trial.admitted) throw new Error('no trial');
    expect(admit(trial.breaker, 15_005)).toEqual({ admitted: false, waitMs: 14_999 });
    expect(admit(afterFailure(trial.breaker, 20_000), 30_003)).toEqual({ admitted: false, waitMs: 1 });
    expect(admit(trial.breaker, 30_004).admitted).toBe(true);
  });

  it('never keeps anybody waiting for more than 15 seconds, nor admits two in one window', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5_000 }), { maxLength: 60 }), (gaps) => {
        let breaker: Breaker = closedBreaker;
        let now = 0;
        let trialAt = Number.NEGATIVE_INFINITY;
        for (const gap of gaps) {
          now += gap;
          const open = breaker.nextTryAt !== null;
          const admission = admit(breaker, now);
          if (admission.admitted) {
            if (open) expect(now - trialAt).toBeGreaterThanOrEqual(breakerRules.tryEveryMs);
            breaker = afterFailure(admission.breaker, now);
            if (breaker.nextTryAt !== null) trialAt = now;
          } else {
            expect(admission.waitMs).toBeLessThanOrEqual(breakerRules.tryEveryMs);
          }
        }
      }),
    );
  });
});

// Helpers

const failures = (times: readonly number[]): Breaker => times.reduce(afterFailure, closedBreaker);
