import type { Account } from '#core/domain/account.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { TaxId } from '#core/domain/tax-id.ts';

export type NewAccount = {
  readonly name: string;
  readonly email: string;
  readonly phone: Phone;
  readonly taxId: TaxId;
  readonly passwordHash: string;
  readonly timeZone: string;
  readonly createdAt: Date;
};

export type Taken = 'email-taken' | 'tax-id-taken' | 'phone-taken';

export type ProfileChange = { readonly name: string; readonly phone: Phone; readonly timeZone: string };

export interface AccountStore {
  /** E-mails are compared without case, phones without the ninth digit. Inside a transaction the account is new to it. */
  add(account: NewAccount): Promise<Account | Taken>;
  find(accountId: number): Promise<Account | null>;
  /** Null for an unknown e-mail. */
  passwordHashOf(email: string): Promise<{ readonly account: Account; readonly passwordHash: string } | null>;
  changeProfile(accountId: number, change: ProfileChange): Promise<Account | 'phone-taken'>;
}
