import type { Account } from '#core/domain/account.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { sessionEnd } from '#core/domain/session.ts';
import type { Ports } from '#core/ports/index.ts';

/** Whose token this is, or null. Asking keeps the session alive. */
export const ownerOfToken =
  ({ clock, secrets, sessions }: Pick<Ports, 'clock' | 'secrets' | 'sessions'>) =>
  (token: string): Promise<number | null> => {
    const now = clock.now();
    return sessions.ownerOf(secrets.hashToken(token), now, sessionEnd(now));
  };

export const profileOf =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  async (accountId: number): Promise<Result<Account, RefusalOf<'not-found'>>> => {
    const account = await accounts.find(accountId);
    return account ? done(account) : refused({ kind: 'not-found' });
  };
