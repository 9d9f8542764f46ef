import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import { sweepNow } from '../knowledge/sweep-files.ts';

/**
 * What the agent had is gone at once, its files included; the gateway unlinks its number a moment later. In a transaction
 * of the account, since a copy that is being made may share its files.
 */
export const removeAgent =
  (ports: Pick<Ports, 'clock' | 'fileShelf' | 'looseFiles' | 'signals' | 'transaction'>) =>
  async (accountId: number, agentId: number): Promise<Result<undefined, RefusalOf<'not-found'>>> => {
    const removed = await ports.transaction(accountId, ({ agents }) => agents.remove(accountId, agentId));
    if (!removed) return refused({ kind: 'not-found' });
    ports.signals.raise('numbers');
    await sweepNow(ports, accountId);
    return done(undefined);
  };
