import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

export const dismissNotice =
  ({ notices }: Pick<Ports, 'notices'>) =>
  async (accountId: number, noticeId: number): Promise<Result<undefined, RefusalOf<'not-found'>>> =>
    (await notices.dismiss(accountId, noticeId)) ? done(undefined) : refused({ kind: 'not-found' });
