import { type Agent, agentBounds, refuseOneMoreAgent } from '#core/domain/agent.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import { type AgentForm, draftOf } from './agent-form.ts';

/** Counting and adding share one transaction, so two clicks cannot pass the plan's limit. */
export const createAgent =
  ({ clock, transaction }: Pick<Ports, 'clock' | 'transaction'>) =>
  async (accountId: number, form: AgentForm): Promise<Result<Agent, Refusal>> => {
    const now = clock.now();
    const draft = draftOf(form, {
      dontKnowText: '',
      humanPauseMinutes: agentBounds.humanPauseMinutes.default,
    });
    if (!draft.ok) return draft;
    return transaction(accountId, async ({ agents, subscriptions }) => {
      const subscription = await subscriptions.of(accountId);
      const refusal = refuseOneMoreAgent(now, subscription, await agents.countOf(accountId));
      return refusal
        ? refused(refusal)
        : done(await agents.add(accountId, { ...draft.value, online: true }, now));
    });
  };
