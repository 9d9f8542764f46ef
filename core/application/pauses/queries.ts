import type { Pause } from '#core/domain/pause.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

export const listPauses =
  ({ agents, clock, pauses }: Pick<Ports, 'agents' | 'clock' | 'pauses'>) =>
  async (accountId: number, agentId: number): Promise<Result<readonly Pause[], RefusalOf<'not-found'>>> => {
    if (!(await agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    return done(await pauses.listOf(accountId, agentId, clock.now()));
  };
