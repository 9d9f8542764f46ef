import { type Account, nameMax } from '#core/domain/account.ts';
import { parseBrazilianPhone } from '#core/domain/phone.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { isTimeZone } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';

export type ProfileForm = {
  readonly name: string;
  readonly phone: string;
  readonly timeZone: string | undefined;
};

/** E-mail and document stay as they were registered. A time zone that is not given stays too. */
export const changeProfile =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  async (
    accountId: number,
    { name, phone: typed, timeZone }: ProfileForm,
  ): Promise<Result<Account, Refusal>> => {
    const phone = parseBrazilianPhone(typed);
    const account = await accounts.find(accountId);
    if (!account) return refused({ kind: 'not-found' });
    if (name === '') return refused({ kind: 'invalid-field', field: 'name', problem: 'missing' });
    if (name.length > nameMax) {
      return refused({ kind: 'invalid-field', field: 'name', problem: 'too-long', max: nameMax });
    }
    if (typed === '') return refused({ kind: 'invalid-field', field: 'phone', problem: 'missing' });
    if (!phone) return refused({ kind: 'invalid-field', field: 'phone', problem: 'invalid' });
    if (timeZone && !isTimeZone(timeZone)) {
      return refused({ kind: 'invalid-field', field: 'timeZone', problem: 'invalid' });
    }
    const changed = await accounts.changeProfile(accountId, {
      name,
      phone,
      timeZone: timeZone || account.timeZone,
    });
    return changed === 'phone-taken' ? refused({ kind: changed }) : done(changed);
  };
