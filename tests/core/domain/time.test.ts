import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateIn,
  day,
  dayInWords,
  hour,
  instantOf,
  isTimeZone,
  after as later,
  minute,
  minutesAfter,
  secondsBetween,
  timeIn,
} from '#core/domain/time.ts';
import { instant } from '#tests/support/arbitraries.ts';

describe('the clock on the wall', () => {
  it('shows São Paulo three hours behind UTC, and the day before while it is not yet midnight there', () => {
    const lateEvening = new Date('2026-11-22T02:30:59Z');
    expect(dateIn('America/Sao_Paulo', lateEvening)).toBe('2026-11-21');
    expect(timeIn('America/Sao_Paulo', lateEvening)).toBe('23:30');
  });

  it('shows Manaus one hour behind São Paulo, and midnight as 00:00', () => {
    expect(timeIn('America/Manaus', new Date('2026-11-21T04:00:00Z'))).toBe('00:00');
    expect(timeIn('America/Sao_Paulo', new Date('2026-11-21T04:00:00Z'))).toBe('01:00');
  });

  it('shows a date and a time of five and ten characters anywhere and at any instant', () => {
    fc.assert(
      fc.property(zone, instant, (name, at) => {
        expect(dateIn(name, at)).toMatch(/^\d{4}-[01]\d-[0-3]\d$/);
        expect(timeIn(name, at)).toMatch(/^[0-2]\d:[0-5]\d$/);
      }),
    );
  });
});

describe('the instant of a date and a time', () => {
  it('is three hours later in UTC in São Paulo, two in a summer before 2019', () => {
    expect(instantOf('America/Sao_Paulo', '2026-11-24', '08:00')).toEqual(new Date('2026-11-24T11:00:00Z'));
    expect(instantOf('America/Sao_Paulo', '2017-12-24', '08:00')).toEqual(new Date('2017-12-24T10:00:00Z'));
  });

  it('is the earlier one where clocks went back, on both sides of Greenwich', () => {
    expect(instantOf('America/Sao_Paulo', '2018-02-17', '23:30')).toEqual(new Date('2018-02-18T01:30:00Z'));
    expect(instantOf('Europe/Lisbon', '2026-10-25', '01:30')).toEqual(new Date('2026-10-25T00:30:00Z'));
    expect(instantOf('Europe/Berlin', '2026-10-25', '02:30')).toEqual(new Date('2026-10-25T00:30:00Z'));
  });

  it('is shown an hour later where clocks went forward over it', () => {
    const skipped = instantOf('America/Sao_Paulo', '2018-11-04', '00:30');
    expect(dateIn('America/Sao_Paulo', skipped)).toBe('2018-11-04');
    expect(timeIn('America/Sao_Paulo', skipped)).toBe('01:30');
  });

  it('is shown as that date and time, on any day with or without daylight-saving time', () => {
    fc.assert(
      fc.property(zone, date, time, (name, onDay, at) => {
        fc.pre(!isSkipped(name, onDay, at));
        const found = instantOf(name, onDay, at);
        expect([dateIn(name, found), timeIn(name, found)]).toEqual([onDay, at]);
      }),
      { numRuns: 500 },
    );
  });

  it('gives an instant back from what the wall showed then, or the same reading an hour before', () => {
    fc.assert(
      fc.property(zone, wholeMinute, (name, at) => {
        const found = instantOf(name, dateIn(name, at), timeIn(name, at));
        const earlier = later(at, -hour);
        const shownTwice =
          timeIn(name, earlier) === timeIn(name, at) && dateIn(name, earlier) === dateIn(name, at);
        expect(found).toEqual(shownTwice ? earlier : at);
      }),
      { numRuns: 500 },
    );
  });

  it('gives every minute around the last changes of Brazilian clocks back', () => {
    for (const change of ['2018-02-18T02:00:00Z', '2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z']) {
      for (let offset = -180; offset <= 180; offset += 5) {
        const at = minutesAfter(new Date(change), offset);
        const found = instantOf('America/Sao_Paulo', ...wall('America/Sao_Paulo', at));
        expect(wall('America/Sao_Paulo', found)).toEqual(wall('America/Sao_Paulo', at));
        expect([0, hour]).toContain(at.getTime() - found.getTime());
      }
    }
  });
});

describe('a day in words', () => {
  it('is Portuguese, and that of the zone', () => {
    const lateEvening = new Date('2026-11-22T02:30:00Z');
    expect(dayInWords('America/Sao_Paulo', lateEvening)).toBe('sábado, 21 de novembro de 2026');
    expect(dayInWords('Asia/Tokyo', lateEvening)).toBe('domingo, 22 de novembro de 2026');
  });

  it('names the day of the month, the year and another weekday on each of seven days', () => {
    fc.assert(
      fc.property(instant, (first) => {
        const week = [0, 1, 2, 3, 4, 5, 6].map((days) => later(first, days * day));
        const names = week.map((at) => dayInWords('America/Manaus', at).split(',')[0]);
        expect(new Set(names).size).toBe(7);
        const [year, , dayOfMonth] = dateIn('America/Manaus', first).split('-');
        expect(dayInWords('America/Manaus', first)).toMatch(
          new RegExp(`, ${Number(dayOfMonth)} de [a-zç]+ de ${year}$`),
        );
      }),
    );
  });
});

describe('a time zone', () => {
  it.each(['America/Sao_Paulo', 'America/Noronha', 'Asia/Tokyo'])('may be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'UTC', '-03:00', 'Brasília', 'America/Macondo'])('is not "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('counting time', () => {
  it('goes forward and back by the same', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 100_000 }), (at, minutes) => {
        const end = minutesAfter(at, minutes);
        expect(secondsBetween(at, end)).toBe(minutes * 60);
        expect(secondsBetween(end, at)).toBe(0 - minutes * 60);
        expect(later(end, -minutes * minute)).toEqual(at);
      }),
    );
  });
});

// Helpers

const zone = fc.constantFrom(
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Noronha',
  'America/Rio_Branco',
  'Asia/Tokyo',
  'Europe/Berlin',
  'UTC',
);

/** Half of the instants before the end of Brazilian summer time in 2019. */
const wholeMinute = fc
  .oneof(instant, fc.date({ min: new Date('1990-01-01'), max: new Date('2019-03-01'), noInvalidDate: true }))
  .map((at) => new Date(Math.floor(at.getTime() / minute) * minute));

const date = wholeMinute.map((at) => at.toISOString().slice(0, 10));
const time = wholeMinute.map((at) => at.toISOString().slice(11, 16));

const wall = (name: string, at: Date) => [dateIn(name, at), timeIn(name, at)] as const;

/** Whether no instant within fifteen hours shows this date and time: looked for, quarter hour by quarter hour. */
function isSkipped(name: string, onDay: string, at: string): boolean {
  const asUtc = new Date(`${onDay}T${at}:00Z`);
  for (let quarters = -60; quarters <= 60; quarters++) {
    const [shownDay, shownTime] = wall(name, minutesAfter(asUtc, quarters * 15));
    if (shownDay === onDay && shownTime === at) return false;
  }
  return true;
}
