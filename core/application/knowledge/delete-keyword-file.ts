import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import { sweepNow } from './sweep-files.ts';

/** What waits to be sent of it is not sent any more. */
export const deleteKeywordFile =
  (ports: Pick<Ports, 'clock' | 'fileShelf' | 'looseFiles' | 'throttles' | 'transaction'>) =>
  async (accountId: number, fileId: number): Promise<Result<undefined, RefusalOf<'not-found'>>> => {
    const removed = await ports.transaction(accountId, ({ keywordFiles }) =>
      keywordFiles.remove(accountId, fileId),
    );
    if (!removed) return refused({ kind: 'not-found' });
    await ports.throttles.take('uploads', String(accountId), ports.clock.now());
    await sweepNow(ports, accountId);
    return done(undefined);
  };
