import { dateIn, timeIn } from '#core/domain/time.ts';

const dayMonth = (zone: string, instant: Date, year: boolean) =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    ...(year && { year: 'numeric' as const }),
  }).format(instant);

/** `12/03/2026` */
export const dateWords = (zone: string, instant: Date): string => dayMonth(zone, instant, true);

/** `12/03/2026 às 14:05` */
export const momentWords = (zone: string, instant: Date): string =>
  `${dateWords(zone, instant)} às ${timeIn(zone, instant)}`;

/** `hoje às 14:05`, `ontem às 14:05`, otherwise the day. */
export const nearMomentWords = (zone: string, instant: Date, now: Date): string => {
  const day = dateIn(zone, instant);
  if (day === dateIn(zone, now)) return `hoje às ${timeIn(zone, instant)}`;
  if (day === dateIn(zone, new Date(now.getTime() - 86_400_000))) return `ontem às ${timeIn(zone, instant)}`;
  return momentWords(zone, instant);
};
