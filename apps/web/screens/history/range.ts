import { onlyDigits } from '#core/domain/digits.ts';
import type { LocalDate } from '#core/domain/time.ts';
import { after, dateIn, day } from '#core/domain/time.ts';

export type Range = { readonly from: LocalDate; readonly until: LocalDate };

const isDate = (text: string | null): text is LocalDate => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The days that the address asks for; without any, the last seven up to today. */
export const rangeIn = (asked: URLSearchParams, zone: string, now: Date): Range => {
  const [from, until] = [asked.get('inicio'), asked.get('fim')];
  return {
    from: isDate(from) ? from : dateIn(zone, after(now, -7 * day)),
    until: isDate(until) ? until : dateIn(zone, now),
  };
};

type Wanted = Range & { readonly phone: string; readonly zone: string };
type Dated = { readonly customerPhone: string | null; readonly sentAt: Date };

/** Both days are included, the last one through 23:59:59; of the phone any part will do. */
export const isWanted = ({ customerPhone, sentAt }: Dated, { phone, zone, from, until }: Wanted): boolean => {
  const date = dateIn(zone, sentAt);
  const digits = onlyDigits(phone);
  return from <= date && date <= until && (digits === '' || (customerPhone ?? '').includes(digits));
};
