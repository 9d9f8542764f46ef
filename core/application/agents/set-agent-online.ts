import type { Agent } from '#core/domain/agent.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

export const setAgentOnline =
  ({ agents }: Pick<Ports, 'agents'>) =>
  async (
    accountId: number,
    agentId: number,
    online: boolean,
  ): Promise<Result<Agent, RefusalOf<'not-found'>>> => {
    const agent = await agents.setOnline(accountId, agentId, online);
    return agent ? done(agent) : refused({ kind: 'not-found' });
  };
