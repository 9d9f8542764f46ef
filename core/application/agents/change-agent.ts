import type { Agent } from '#core/domain/agent.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import { type AgentForm, draftOf } from './agent-form.ts';

/** With another phone the agent is disconnected: the gateway is told to unlink the old one. */
export const changeAgent =
  ({ agents, signals }: Pick<Ports, 'agents' | 'signals'>) =>
  async (accountId: number, agentId: number, form: AgentForm): Promise<Result<Agent, Refusal>> => {
    const before = await agents.find(accountId, agentId);
    if (!before) return refused({ kind: 'not-found' });
    const draft = draftOf(form, before);
    if (!draft.ok) return draft;
    const changed = await agents.change(accountId, agentId, draft.value);
    if (!changed) return refused({ kind: 'not-found' });
    if (changed.phone !== before.phone) signals.raise('numbers');
    return done(changed);
  };
