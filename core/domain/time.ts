/** A calendar day, `YYYY-MM-DD`. */
export type LocalDate = string;
/** A time of day, `HH:MM`. */
export type LocalTime = string;

const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const after = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds);

export const minutesAfter = (instant: Date, minutes: number): Date => after(instant, minutes * minute);

export const secondsBetween = (earlier: Date, later: Date): number =>
  (later.getTime() - earlier.getTime()) / second;

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: name }).resolvedOptions().timeZone.includes('/');
  } catch {
    return false;
  }
};

export const dateIn = (zone: string, instant: Date): LocalDate =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(instant);

export const timeIn = (zone: string, instant: Date): LocalTime =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(instant);

/** `sábado, 21 de novembro de 2026` */
export const dayInWords = (zone: string, instant: Date): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: zone, dateStyle: 'full' }).format(instant);

/** The instant at which a wall clock in `zone` shows this date and time; the earlier one where it shows it twice. */
export const instantOf = (zone: string, date: LocalDate, time: LocalTime): Date => {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const guess = after(asUtc, -offsetAt(zone, asUtc));
  const again = after(asUtc, -offsetAt(zone, guess));
  return again;
};

const offsetAt = (zone: string, instant: Date): number => {
  const shown = new Date(`${dateIn(zone, instant)}T${timeIn(zone, instant)}:00Z`);
  return shown.getTime() - Math.floor(instant.getTime() / minute) * minute;
};
