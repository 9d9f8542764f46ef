import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import type { AskResult, NumberState } from '#core/ports/number-store.ts';
import { agentOfNumber, type NumberOf } from './agent-of-number.ts';

type Needs = Pick<Ports, 'agents' | 'clock' | 'numbers' | 'signals' | 'subscriptions'>;

/** Asks the gateway to connect the number; what becomes of it shows in `numberState`. Asking twice is asking once. */
export const connectNumber =
  ({ agents, clock, numbers, signals, subscriptions }: Needs) =>
  async (
    accountId: number,
    number: NumberOf,
    how: 'qr' | 'pairing-code',
  ): Promise<Result<NumberState, Refusal>> => {
    const agent = await agentOfNumber(agents, accountId, number);
    if (!agent) return refused({ kind: 'not-found' });
    const onTrial = (await subscriptions.of(accountId))?.state === 'trial';
    const asked = await numbers.ask(accountId, agent.id, how, onTrial, clock.now());
    if (asked !== 'asked') return refused(refusals[asked]);
    signals.raise('numbers');
    const state = await numbers.find(accountId, agent.id);
    if (!state) return refused({ kind: 'not-found' });
    return how === 'pairing-code' && state.state === 'connected'
      ? refused({ kind: 'number-already-connected' })
      : done(state);
  };

const refusals = {
  'connected-elsewhere': { kind: 'number-connected-elsewhere' },
  'had-its-trial': { kind: 'number-had-its-trial' },
  leaving: { kind: 'number-leaving' },
  'no-such-agent': { kind: 'not-found' },
} as const satisfies Record<Exclude<AskResult, 'asked'>, Refusal>;
