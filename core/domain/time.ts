/** A calendar day, `YYYY-MM-DD`. */
export type LocalDate = string;
/** A time of day, `HH:MM`. */
export type LocalTime = string;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** For what nobody knows the end of. */
export const endOfTime = new Date(8.64e15);

/** An instant so many milliseconds later, or earlier when they are negative. */
export const after = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds);

export const minutesAfter = (instant: Date, minutes: number): Date => after(instant, minutes * minute);

export const secondsBetween = (earlier: Date, later: Date): number =>
  (later.getTime() - earlier.getTime()) / second;

/** An IANA name of a place, such as `America/Manaus`; bare `UTC`, offsets and abbreviations are nobody's address. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }).resolvedOptions().timeZone.includes('/');
  } catch {
    return false;
  }
};

/** The calendar day in `zone` at this instant. */
export const dateIn = (zone: string, instant: Date): LocalDate => wallClock(zone, instant).slice(0, 10);

/** What a wall clock in `zone` shows at this instant, on 24 hours; seconds are dropped, not rounded. */
export const timeIn = (zone: string, instant: Date): LocalTime => wallClock(zone, instant).slice(11);

export const dayAfter = (date: LocalDate): LocalDate =>
  after(new Date(`${date}T00:00:00Z`), day)
    .toISOString()
    .slice(0, 10);

/** The calendar month that a zone is in, as its first day. */
export const monthOf = (zone: string, instant: Date): LocalDate => `${dateIn(zone, instant).slice(0, 7)}-01`;

/** `sábado, 21 de novembro de 2026` */
export const dayInWords = (zone: string, instant: Date): string => {
  const calendar = calendars.get(zone) ?? newCalendar(zone);
  calendars.set(zone, calendar);
  return calendar.format(instant);
};

const newCalendar = (zone: string) => new Intl.DateTimeFormat('pt-BR', { timeZone: zone, dateStyle: 'full' });

/**
 * The instant at which a wall clock in `zone` shows this date and time: the earlier one where it shows it twice, and
 * where clocks went forward over it, the instant it would have been without (00:30 is shown as 01:30 then).
 */
export const instantOf = (zone: string, date: LocalDate, time: LocalTime): Date => {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const withOffsetAt = (instant: Date) => after(asUtc, -offsetAt(zone, instant));
  const shows = (instant: Date) => wallClock(zone, instant) === `${date} ${time}`;
  const before = withOffsetAt(after(asUtc, -day));
  const later = withOffsetAt(after(asUtc, day));
  return shows(before) || !shows(later) ? before : later;
};

const offsetAt = (zone: string, instant: Date): number => {
  const shown = new Date(`${wallClock(zone, instant).replace(' ', 'T')}:00Z`);
  return shown.getTime() - Math.floor(instant.getTime() / minute) * minute;
};

/** `2026-11-21 08:30`, which is how Swedes write it. */
const wallClock = (zone: string, instant: Date): string => {
  const clock = wallClocks.get(zone) ?? newWallClock(zone);
  wallClocks.set(zone, clock);
  return clock.format(instant);
};

const newWallClock = (zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });

/** Making one takes twenty times as long as using it, and a month of slots, or an hour of answers, uses thousands. */
const wallClocks = new Map<string, Intl.DateTimeFormat>();
const calendars = new Map<string, Intl.DateTimeFormat>();
