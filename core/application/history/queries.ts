import { onlyDigits } from '#core/domain/digits.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { dayAfter, instantOf, type LocalDate } from '#core/domain/time.ts';
import type { HistoryPage } from '#core/ports/history-store.ts';
import type { Ports } from '#core/ports/index.ts';

export const historyBounds = { limit: 5_000, default: 1_000 } as const;

export type HistoryQuestion = {
  readonly agentId: number;
  readonly phone: string | undefined;
  /** Both days are included, as the account's zone has them. */
  readonly from: LocalDate | undefined;
  readonly until: LocalDate | undefined;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
};

export const readHistory =
  ({ accounts, agents, history }: Pick<Ports, 'accounts' | 'agents' | 'history'>) =>
  async (
    accountId: number,
    { agentId, phone, from, until, limit, cursor }: HistoryQuestion,
  ): Promise<Result<HistoryPage, RefusalOf<'not-found'>>> => {
    const [account, agent] = await Promise.all([accounts.find(accountId), agents.find(accountId, agentId)]);
    if (!account || !agent) return refused({ kind: 'not-found' });
    const midnight = (date: LocalDate) => instantOf(account.timeZone, date, '00:00');
    return done(
      await history.pageOf(accountId, agentId, {
        phone: onlyDigits(phone ?? '') || null,
        from: from === undefined ? null : midnight(from),
        until: until === undefined ? null : midnight(dayAfter(until)),
        limit: Math.min(Math.max(limit ?? historyBounds.default, 1), historyBounds.limit),
        cursor: cursor ?? null,
      }),
    );
  };
