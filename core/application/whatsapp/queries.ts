import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import type { NumberState } from '#core/ports/number-store.ts';
import { agentOfNumber, type NumberOf } from './agent-of-number.ts';

/** Null for a number that nobody asked to connect yet. */
export const numberState =
  ({ agents, numbers }: Pick<Ports, 'agents' | 'numbers'>) =>
  async (
    accountId: number,
    number: NumberOf,
  ): Promise<Result<NumberState | null, RefusalOf<'not-found'>>> => {
    const agent = await agentOfNumber(agents, accountId, number);
    return agent ? done(await numbers.find(accountId, agent.id)) : refused({ kind: 'not-found' });
  };
