import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterDisconnect, type Verdict, waits } from '#adapters/whatsapp-baileys/disconnects.ts';
import { instant } from '../../support/arbitraries.ts';

const now = new Date('2026-11-20T12:00:00Z');
const fresh = { replacedBefore: false, attempt: 0 };
const lost = { kind: 'retry', replaced: false } as const;
const halted = (problem: string, until: Date | null = null) => ({ kind: 'halt', problem, until });

const verdictOn = (code: number | null, data: unknown = null, facts = fresh, random = 0.5): Verdict =>
  afterDisconnect({ code, data }, facts, random, now);

describe('after a disconnect', () => {
  it.each([
    [515, 'restart required', { kind: 'restart' }],
    [408, 'silence', lost],
    [428, 'closed', lost],
    [500, 'anything unknown, which Baileys calls a bad session', lost],
    [501, 'experiments', lost],
    [503, 'unavailable', lost],
    [400, 'a generic failure', lost],
    [404, 'a WebSocket that is not there', lost],
    [429, 'too many', lost],
    [502, 'a proxy', lost],
    [null, 'no reason', lost],
    [440, 'replaced', { kind: 'retry', afterMs: 30_000, replaced: true }],
    [401, 'logged out', { kind: 'end', problem: 'logged-out' }],
    [402, 'a ban for a while', halted('temporarily-banned')],
    [403, 'a phone that is gone, or locked', halted('banned')],
    [406, 'a ban', halted('banned')],
    [405, 'a client too old', halted('client-too-old')],
    [409, 'a client that names itself badly', halted('client-too-old')],
    [411, 'no multi-device', halted('client-too-old')],
  ])('does with %s (%s) what the table says', (code, _what, verdict) => {
    expect(verdictOn(code)).toMatchObject(verdict);
  });

  it('gives way to whoever replaces the session a second time', () => {
    expect(verdictOn(440, null, { ...fresh, replacedBefore: true })).toEqual(halted('replaced'));
  });

  it('waits as long as a ban lasts, where WhatsApp says so', () => {
    const until = new Date('2026-11-20T13:00:00Z');
    expect(verdictOn(402, { reason: '402', code: '101', expire: '3600' })).toEqual(
      halted('temporarily-banned', until),
    );
    expect(verdictOn(402, { expire: 3_600 })).toEqual(halted('temporarily-banned', until));
    for (const expire of ['0', '-1', 'amanhã', '99999999999', Number.NaN, Number.POSITIVE_INFINITY, null, {}])
      expect(verdictOn(402, { expire })).toEqual(halted('temporarily-banned'));
  });

  it.each([401, 402, 403, 405, 406, 409, 411, 440, 515])(
    'takes %s for a loss of the line where the WebSocket itself was refused',
    (code) => {
      expect(verdictOn(code, new Error(`Unexpected server response: ${code}`))).toMatchObject(lost);
    },
  );

  it('tries again after a second first, and every two minutes in the end', () => {
    expect(verdictOn(428, null, fresh, 0)).toMatchObject({ afterMs: waits.shortestMs });
    for (const attempt of [7, 8, 100, 5_000])
      expect(verdictOn(428, null, { ...fresh, attempt }, 0.999_999_9)).toMatchObject({
        afterMs: waits.longestMs,
      });
  });

  const code = fc.oneof(fc.constant(null), fc.integer(), fc.integer({ min: 400, max: 599 }));
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const facts = fc.record({ replacedBefore: fc.boolean(), attempt: fc.nat(10_000) });

  it('grows from try to try, within its bounds, half of it by chance', () => {
    fc.assert(
      fc.property(code, fc.nat(50), chance, chance, (code, attempt, one, other) => {
        const wait = (attempt: number, random: number) =>
          verdictOn(code, null, { ...fresh, attempt }, random);
        const [now, next] = [wait(attempt, one), wait(attempt + 1, one)];
        if (now.kind !== 'retry' || next.kind !== 'retry') return;
        const otherwise = wait(attempt, other);
        expect(next.afterMs).toBeGreaterThanOrEqual(now.afterMs);
        expect(now.afterMs).toBeGreaterThanOrEqual(waits.shortestMs);
        expect(now.afterMs).toBeLessThanOrEqual(waits.longestMs);
        expect(otherwise.kind === 'retry' && otherwise.afterMs * 2).toBeGreaterThanOrEqual(now.afterMs - 1);
      }),
    );
  });

  it('ends a session on 401 alone, and does nothing at once but for 515', () => {
    fc.assert(
      fc.property(code, fc.anything(), facts, chance, instant, (code, data, facts, random, now) => {
        const verdict = afterDisconnect({ code, data }, facts, random, now);
        if (code !== 401) expect(verdict.kind).not.toBe('end');
        if (code !== 515) expect(verdict.kind).not.toBe('restart');
        if (verdict.kind === 'retry') expect(verdict.afterMs).toBeGreaterThanOrEqual(waits.shortestMs);
        if (verdict.kind === 'halt' && verdict.until) expect(verdict.until > now).toBe(true);
      }),
    );
  });
});
