import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import { agentOfNumber, type NumberOf } from './agent-of-number.ts';

/** Shown so at once; the gateway unlinks the device and wipes its keys a moment later. */
export const disconnectNumber =
  ({ agents, numbers, signals }: Pick<Ports, 'agents' | 'numbers' | 'signals'>) =>
  async (accountId: number, number: NumberOf): Promise<Result<undefined, RefusalOf<'not-found'>>> => {
    const agent = await agentOfNumber(agents, accountId, number);
    if (!agent) return refused({ kind: 'not-found' });
    await numbers.askOff(accountId, agent.id);
    signals.raise('numbers');
    return done(undefined);
  };
