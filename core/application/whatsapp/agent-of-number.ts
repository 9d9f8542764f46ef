import type { Agent } from '#core/domain/agent.ts';
import { parsePhone } from '#core/domain/phone.ts';
import type { Ports } from '#core/ports/index.ts';

/** A number in any spelling; `agentId` tells two agents with one number apart. */
export type NumberOf = { readonly phone: string; readonly agentId?: number | undefined };

/** The caller's agent with this number, or null: without an `agentId` the connected one, then the oldest. */
export const agentOfNumber = async (
  agents: Ports['agents'],
  accountId: number,
  { phone: typed, agentId }: NumberOf,
): Promise<Agent | null> => {
  const phone = parsePhone(typed);
  if (!phone) return null;
  const candidates = await agents.byPhone(accountId, phone);
  return candidates.find(({ id }) => agentId === undefined || id === agentId) ?? null;
};
