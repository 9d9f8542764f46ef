import { onlyDigits } from './digits.ts';
import type { RefusalOf } from './refusal.ts';
import { folded } from './text.ts';

/** An owner. The phone is kept as digits with `55`, the tax id without punctuation, the time zone as its IANA name. */
export type Account = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly taxId: string;
  readonly timeZone: string;
  readonly createdAt: Date;
};

export const passwordBounds = { min: 8, max: 128 } as const;
export const nameMax = 120;
export const emailMax = 254;

/** How an e-mail is compared: nobody owns `Bia@x.com` beside `bia@x.com`. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/**
 * One `@`, a dotted domain, no blanks but around it: enough to catch a slip of the thumb; only a message proves an
 * address. The bound is the longest path of RFC 5321 without its brackets.
 */
export const isEmail = (text: string): boolean => {
  const address = text.trim();
  return address.length <= emailMax && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address);
};

type Owner = { readonly name: string; readonly email: string; readonly phone: string };

/**
 * Length only, plus what a stranger would try first: the common passwords and the person's own data (contract §3).
 * A character is a code point, as NIST SP 800-63B counts, and `isCommon` is asked in lower case.
 */
export const refusePassword = (
  password: string,
  owner: Owner,
  isCommon: (password: string) => boolean,
): RefusalOf<'invalid-field'> | null => {
  const because = (problem: RefusalOf<'invalid-field'>['problem'], max?: number) =>
    ({ kind: 'invalid-field', field: 'password', problem, ...(max !== undefined && { max }) }) as const;
  const length = [...password].length;
  if (length < passwordBounds.min) return because('too-short');
  if (length > passwordBounds.max) return because('too-long', passwordBounds.max);
  if (isCommon(password.toLowerCase())) return because('too-common');
  return isOwnData(password, owner) ? because('own-data') : null;
};

/** The whole name, the e-mail or its left half, the phone from its last eight digits up: in any case and punctuation. */
const isOwnData = (password: string, { name, email, phone }: Owner): boolean => {
  const plain = (text: string) => folded(text).replace(/[^\p{L}\p{N}]/gu, '');
  const tried = plain(password);
  const own = [name, email, email.split('@')[0] ?? ''].map(plain);
  const digits = onlyDigits(phone);
  return tried !== '' && (own.includes(tried) || (tried.length >= 8 && `55${digits}`.endsWith(tried)));
};
