import type { Agent } from '#core/domain/agent.ts';
import type { AudioUsage } from '#core/domain/audio-usage.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { isActiveAt } from '#core/domain/subscription.ts';
import { monthOf } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';
import type { AgentStats } from '#core/ports/stats-store.ts';

type NotFound = RefusalOf<'not-found'>;

export const listAgents =
  ({ agents }: Pick<Ports, 'agents'>) =>
  async (accountId: number): Promise<Result<readonly Agent[], never>> =>
    done(await agents.listOf(accountId));

export const findAgent =
  ({ agents }: Pick<Ports, 'agents'>) =>
  async (accountId: number, agentId: number): Promise<Result<Agent, NotFound>> => {
    const agent = await agents.find(accountId, agentId);
    return agent ? done(agent) : refused({ kind: 'not-found' });
  };

export const agentStats =
  ({ agents, stats }: Pick<Ports, 'agents' | 'stats'>) =>
  async (accountId: number, agentId: number): Promise<Result<AgentStats, NotFound>> => {
    if (!(await agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    return done(await stats.ofAgent(accountId, agentId));
  };

/** Of the account as a whole, in this month of its zone: its agents share the plan's allowance. */
export const audioUsage =
  ({
    accounts,
    agents,
    clock,
    stats,
    subscriptions,
  }: Pick<Ports, 'accounts' | 'agents' | 'clock' | 'stats' | 'subscriptions'>) =>
  async (accountId: number, agentId: number): Promise<Result<AudioUsage, NotFound>> => {
    const now = clock.now();
    const [account, agent, subscription] = await Promise.all([
      accounts.find(accountId),
      agents.find(accountId, agentId),
      subscriptions.of(accountId),
    ]);
    if (!account || !agent) return refused({ kind: 'not-found' });
    const used = await stats.audiosIn(accountId, monthOf(account.timeZone, now));
    return done({ used, limit: isActiveAt(now, subscription) ? subscription.plan.audiosPerMonth : 0 });
  };
