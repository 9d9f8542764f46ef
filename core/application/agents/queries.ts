import type { Agent } from '#core/domain/agent.ts';
import type { AudioUsage } from '#core/domain/audio-usage.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { isActiveAt } from '#core/domain/subscription.ts';
import { monthOf } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';
import type { NumberState } from '#core/ports/number-store.ts';
import type { AgentStats } from '#core/ports/stats-store.ts';

type NotFound = RefusalOf<'not-found'>;

export type ListedAgent = {
  readonly agent: Agent;
  /** Null when it never asked for a connection of the number it has now. */
  readonly number: NumberState | null;
  readonly stats: AgentStats;
  readonly audio: AudioUsage;
};

/** Each with its figures; as many questions for ten agents as for one. */
export const listAgents =
  (ports: AudioNeeds & Pick<Ports, 'numbers'>) =>
  async (accountId: number): Promise<Result<readonly ListedAgent[], never>> => {
    const [list, numbers, stats, audio] = await Promise.all([
      ports.agents.listOf(accountId),
      ports.numbers.listOf(accountId),
      ports.stats.ofAccount(accountId),
      audioUsageOf(ports, accountId),
    ]);
    const numberOf = new Map(numbers.map((number) => [number.agentId, number]));
    return done(
      list.map((agent) => ({
        agent,
        number: numberOf.get(agent.id) ?? null,
        stats: stats.get(agent.id) ?? idle,
        audio,
      })),
    );
  };

const idle: AgentStats = { sent: 0, received: 0, contacts: 0, lastInteractionAt: null };

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

export const audioUsage =
  (ports: AudioNeeds) =>
  async (accountId: number, agentId: number): Promise<Result<AudioUsage, NotFound>> => {
    if (!(await ports.agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    return done(await audioUsageOf(ports, accountId));
  };

type AudioNeeds = Pick<Ports, 'accounts' | 'agents' | 'clock' | 'stats' | 'subscriptions'>;

/** Of the account as a whole, in this month of its zone: its agents share the plan's allowance. */
const audioUsageOf = async (
  { accounts, clock, stats, subscriptions }: AudioNeeds,
  accountId: number,
): Promise<AudioUsage> => {
  const now = clock.now();
  const [account, subscription] = await Promise.all([accounts.find(accountId), subscriptions.of(accountId)]);
  const used = account ? await stats.audiosIn(accountId, monthOf(account.timeZone, now)) : 0;
  return { used, limit: isActiveAt(now, subscription) ? subscription.plan.audiosPerMonth : 0 };
};
