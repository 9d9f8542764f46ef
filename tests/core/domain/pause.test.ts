import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { humanPauseEnd, ownerCommand, robotPauseEnd, silences } from '#core/domain/pause.ts';
import { after as later } from '#core/domain/time.ts';
import { instant } from '#tests/support/arbitraries.ts';

describe('a pause', () => {
  it('of ten minutes after the owner wrote at 14:00 ends at 14:10', () => {
    expect(humanPauseEnd(new Date('2026-11-21T14:00:00Z'), 10)).toEqual(new Date('2026-11-21T14:10:00Z'));
  });

  it('ends at exactly the configured minute', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 1_440 }), (writtenAt, minutes) => {
        const expiresAt = humanPauseEnd(writtenAt, minutes);
        const end = new Date(writtenAt.getTime() + minutes * 60_000);
        expect(silences(writtenAt, { expiresAt })).toBe(true);
        expect(silences(later(end, -1), { expiresAt })).toBe(true);
        expect(silences(end, { expiresAt })).toBe(false);
      }),
    );
  });

  it('is never started by an owner who set 0 minutes', () => {
    fc.assert(
      fc.property(instant, (writtenAt) => {
        expect(humanPauseEnd(writtenAt, 0)).toBeNull();
      }),
    );
  });

  it('without an end silences at any time', () => {
    fc.assert(
      fc.property(instant, (now) => {
        expect(silences(now, { expiresAt: null })).toBe(true);
      }),
    );
  });

  it('of a robot lasts an hour', () => {
    expect(robotPauseEnd(new Date('2026-11-21T14:00:00Z'))).toEqual(new Date('2026-11-21T15:00:00Z'));
  });
});

describe("the owner's commands", () => {
  it.each([
    ['/stop', 'stop'],
    ['/start', 'start'],
    ['/Stop ', 'stop'],
  ])('%s is one', (text, command) => {
    expect(ownerCommand(text)).toBe(command);
  });

  it.each(['', 'stop', '/ stop', '/stop agora', 'pode /start', '//stop', '/stopp', '/para'])(
    '"%s" is none',
    (text) => {
      expect(ownerCommand(text)).toBeNull();
    },
  );

  it('are exact: one more character beside them is an ordinary message', () => {
    fc.assert(
      fc.property(fc.constantFrom('/stop', '/start'), fc.string({ minLength: 1 }), (command, more) => {
        fc.pre(more.trim() !== '');
        expect(ownerCommand(command + more)).toBeNull();
        expect(ownerCommand(more + command)).toBeNull();
      }),
    );
  });
});
