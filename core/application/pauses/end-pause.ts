import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

export const endPause =
  ({ pauses }: Pick<Ports, 'pauses'>) =>
  async (accountId: number, pauseId: number): Promise<Result<undefined, RefusalOf<'not-found'>>> =>
    (await pauses.remove(accountId, pauseId)) ? done(undefined) : refused({ kind: 'not-found' });
