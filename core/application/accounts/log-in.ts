import { type Account, emailKey } from '#core/domain/account.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { sessionEnd } from '#core/domain/session.ts';
import type { Ports } from '#core/ports/index.ts';

export type Credentials = { readonly email: string; readonly password: string };

type Needs = Pick<Ports, 'accounts' | 'clock' | 'secrets' | 'sessions' | 'throttles'>;

/**
 * A wrong e-mail and a wrong password are told apart neither by the answer nor by the time it takes. Every try is
 * counted before the password is looked at, so that many at once do not slip past the count.
 */
export const logIn =
  ({ accounts, clock, secrets, sessions, throttles }: Needs) =>
  async (
    address: string,
    { email, password }: Credentials,
  ): Promise<Result<{ readonly token: string; readonly user: Account }, Refusal>> => {
    if (email === '') return refused({ kind: 'invalid-field', field: 'email', problem: 'missing' });
    if (password === '') return refused({ kind: 'invalid-field', field: 'password', problem: 'missing' });
    const now = clock.now();
    const emailHash = secrets.hashToken(emailKey(email));
    const retryAfterSeconds =
      (await throttles.take('loginByAddress', address, now)) ||
      (await throttles.take('loginByEmail', emailHash, now));
    if (retryAfterSeconds > 0) return refused({ kind: 'too-many-attempts', retryAfterSeconds });
    const known = await accounts.passwordHashOf(email);
    const matches = await secrets.passwordMatches(password, known?.passwordHash ?? null);
    if (!known || !matches) return refused({ kind: 'wrong-credentials' });
    await throttles.clear('loginByEmail', emailHash);
    await throttles.giveBack('loginByAddress', address);
    const token = secrets.newToken();
    await sessions.open(known.account.id, secrets.hashToken(token), now, sessionEnd(now));
    return done({ token, user: known.account });
  };
