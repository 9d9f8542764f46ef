import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { burstTiming, dueAt } from '#core/domain/burst.ts';
import { after as later } from '#core/domain/time.ts';
import { instant, milliseconds } from '#tests/support/arbitraries.ts';

describe('a burst of messages', () => {
  it('is answered three seconds after its last message on WhatsApp, half a second after on a site', () => {
    expect(dueAt(noon, later(noon, 4_000), burstTiming.whatsapp)).toEqual(later(noon, 7_000));
    expect(dueAt(noon, noon, burstTiming.web)).toEqual(later(noon, 500));
  });

  it('is answered fifteen seconds after its first message when the customer does not stop writing', () => {
    expect(dueAt(noon, later(noon, 14_000), burstTiming.whatsapp)).toEqual(later(noon, 15_000));
  });

  it('never waits longer than the maximum, nor answers within the window unless the maximum bites', () => {
    fc.assert(
      fc.property(instant, milliseconds(60_000), timing, (firstAt, span, { windowMs, maxMs }) => {
        const lastAt = later(firstAt, span);
        const due = dueAt(firstAt, lastAt, { windowMs, maxMs });
        const latest = later(firstAt, maxMs);
        expect(due.getTime()).toBeLessThanOrEqual(latest.getTime());
        if (due < latest) expect(due).toEqual(later(lastAt, windowMs));
        else expect(later(lastAt, windowMs).getTime()).toBeGreaterThanOrEqual(latest.getTime());
      }),
    );
  });

  it('is never due earlier because one more message came', () => {
    fc.assert(
      fc.property(
        instant,
        milliseconds(60_000),
        milliseconds(60_000),
        timing,
        (firstAt, span, more, wait) => {
          const lastAt = later(firstAt, span);
          const before = dueAt(firstAt, lastAt, wait);
          expect(dueAt(firstAt, later(lastAt, more), wait).getTime()).toBeGreaterThanOrEqual(
            before.getTime(),
          );
        },
      ),
    );
  });
});

// Helpers

const noon = new Date('2026-11-21T15:00:00Z');
const timing = fc.record({ windowMs: milliseconds(10_000), maxMs: milliseconds(30_000) });
