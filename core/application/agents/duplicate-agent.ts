import { type Agent, copyOf, refuseOneMoreAgent } from '#core/domain/agent.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

/** Counts against the plan's limit like a new one, under the same lock. What was read of its documents is read no second time. */
export const duplicateAgent =
  ({ clock, transaction }: Pick<Ports, 'clock' | 'transaction'>) =>
  (accountId: number, agentId: number): Promise<Result<Agent, Refusal>> => {
    const now = clock.now();
    return transaction(accountId, async ({ agents, documents, keywordFiles, passages, subscriptions }) => {
      const original = await agents.find(accountId, agentId);
      if (!original) return refused({ kind: 'not-found' });
      const subscription = await subscriptions.of(accountId);
      const refusal = refuseOneMoreAgent(now, subscription, await agents.countOf(accountId));
      if (refusal) return refused(refusal);
      const copy = await agents.add(accountId, copyOf(original), now);
      const both = { from: original.id, to: copy.id };
      const { documentsPerAgent = 0, keywordFilesPerAgent = 0 } = subscription?.plan ?? {};
      await passages.copy(accountId, both, await documents.copyAll(accountId, both, documentsPerAgent, now));
      await keywordFiles.copyAll(accountId, both, keywordFilesPerAgent, now);
      return done(copy);
    });
  };
