import type { RefusalOf } from './refusal.ts';
import { folded } from './text.ts';

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

/** One `@`, a dotted domain, no blanks: enough to catch a slip of the thumb; only a message proves an address. */
export const isEmail = (text: string): boolean =>
  text.length <= emailMax && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());

type Owner = { readonly name: string; readonly email: string; readonly phone: string };

/** Length only, plus what a stranger would try first: the common passwords and the person's own data (contract §3). */
export const refusePassword = (
  password: string,
  owner: Owner,
  isCommon: (password: string) => boolean,
): RefusalOf<'invalid-field'> | null => {
  const because = (problem: RefusalOf<'invalid-field'>['problem'], max?: number) =>
    ({ kind: 'invalid-field', field: 'password', problem, ...(max !== undefined && { max }) }) as const;
  if (password.length < passwordBounds.min) return because('too-short');
  if (password.length > passwordBounds.max) return because('too-long', passwordBounds.max);
  if (isCommon(password.toLowerCase())) return because('too-common');
  return isOwnData(password, owner) ? because('own-data') : null;
};

const isOwnData = (password: string, { name, email, phone }: Owner): boolean => {
  const plain = (text: string) => folded(text).replace(/[^a-z0-9]/g, '');
  const own = [name, email, email.split('@')[0] ?? '', phone, phone.replace(/^55/, '')];
  return own.map(plain).includes(plain(password));
};
