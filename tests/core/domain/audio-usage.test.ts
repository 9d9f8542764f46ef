import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioLeft, audioLevel } from '#core/domain/audio-usage.ts';

describe('the audio usage of a month', () => {
  it('of Profissional warns at 120 of 150 and is used up at 150', () => {
    expect(audioLevel({ used: 119, limit: 150 })).toBe('normal');
    expect(audioLevel({ used: 120, limit: 150 })).toBe('warning');
    expect(audioLevel({ used: 149, limit: 150 })).toBe('warning');
    expect(audioLevel({ used: 150, limit: 150 })).toBe('reached');
  });

  it('changes level at exactly 80 % and 100 % of any limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (fifth) => {
        const limit = 5 * fifth;
        expect(audioLevel({ used: 4 * fifth - 1, limit })).toBe('normal');
        expect(audioLevel({ used: 4 * fifth, limit })).toBe('warning');
        expect(audioLevel({ used: limit - 1, limit })).toBe('warning');
        expect(audioLevel({ used: limit, limit })).toBe('reached');
      }),
    );
  });

  it('never falls to a lower level while more is used, and is left exactly until it is reached', () => {
    const levels = ['normal', 'warning', 'reached'];
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 400 }), (used, limit) => {
        const level = audioLevel({ used, limit });
        expect(levels.indexOf(audioLevel({ used: used + 1, limit }))).toBeGreaterThanOrEqual(
          levels.indexOf(level),
        );
        expect(audioLeft({ used, limit })).toBe(level !== 'reached');
      }),
    );
  });

  it('has always something left without a limit, and nothing under a limit of 0; neither has a bar to fill', () => {
    fc.assert(
      fc.property(fc.nat(), (used) => {
        expect(audioLeft({ used, limit: null })).toBe(true);
        expect(audioLeft({ used, limit: 0 })).toBe(false);
        expect([audioLevel({ used, limit: null }), audioLevel({ used, limit: 0 })]).toEqual([
          'normal',
          'normal',
        ]);
      }),
    );
  });
});
