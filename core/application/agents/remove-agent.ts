import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

/** What the agent had is gone at once; the gateway unlinks its number a moment later. */
export const removeAgent =
  ({ agents, signals }: Pick<Ports, 'agents' | 'signals'>) =>
  async (accountId: number, agentId: number): Promise<Result<undefined, RefusalOf<'not-found'>>> => {
    if (!(await agents.remove(accountId, agentId))) return refused({ kind: 'not-found' });
    signals.raise('numbers');
    return done(undefined);
  };
