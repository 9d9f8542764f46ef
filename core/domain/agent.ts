import type { Phone } from './phone.ts';
import type { RefusalOf } from './refusal.ts';
import type { Subscription } from './subscription.ts';
import { isActiveAt } from './subscription.ts';
import { cut } from './text.ts';

export type Agent = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly businessInfo: string;
  /** What it says when it does not know; empty for the usual words. */
  readonly dontKnowText: string;
  /** The name that is shown and kept; which model really answers is the server's configuration. */
  readonly model: string;
  /** Empty on a fresh copy, until the owner fills it in: a number never serves two agents by accident. */
  readonly phone: Phone;
  /** 0 means that the owner's messages never pause the agent. */
  readonly humanPauseMinutes: number;
  readonly online: boolean;
  readonly whatsapp: WhatsAppState;
  readonly createdAt: Date;
};

export type WhatsAppState = 'connected' | 'connecting' | 'disconnected';

/** What an owner fills in. */
export type AgentDraft = Pick<
  Agent,
  'name' | 'description' | 'businessInfo' | 'dontKnowText' | 'phone' | 'humanPauseMinutes'
>;

export const agentBounds = {
  name: 80,
  description: 500,
  businessInfo: 50_000,
  dontKnowText: 300,
  humanPauseMinutes: { min: 0, max: 1_440, default: 10 },
} as const;

export const onlyModel = 'gpt-3.5-turbo';

/** The agent that the platform itself shows to visitors. */
export const demoAgentId = 3;

/** The first field that breaks a bound (contract §5), or null. Texts arrive cleaned, so a blank one is empty. */
export const refuseDraft = (draft: AgentDraft): RefusalOf<'invalid-field'> | null => {
  const texts = [
    ['agentName', draft.name, agentBounds.name],
    ['description', draft.description, agentBounds.description],
    ['businessInfo', draft.businessInfo, agentBounds.businessInfo],
  ] as const;
  for (const [field, text, max] of texts) {
    if (text === '') return { kind: 'invalid-field', field, problem: 'missing' };
    if (text.length > max) return { kind: 'invalid-field', field, problem: 'too-long', max };
  }
  if (draft.dontKnowText.length > agentBounds.dontKnowText) {
    return {
      kind: 'invalid-field',
      field: 'dontKnowText',
      problem: 'too-long',
      max: agentBounds.dontKnowText,
    };
  }
  const { min, max } = agentBounds.humanPauseMinutes;
  const minutes = draft.humanPauseMinutes;
  return Number.isInteger(minutes) && minutes >= min && minutes <= max
    ? null
    : { kind: 'invalid-field', field: 'humanPauseMinutes', problem: 'out-of-range', max };
};

/** Whether an agent may join the `agents` there are: creating and duplicating ask the same. */
export const refuseOneMoreAgent = (
  now: Date,
  subscription: Subscription | null,
  agents: number,
): RefusalOf<'no-active-plan' | 'agent-limit-reached'> | null => {
  if (!isActiveAt(now, subscription)) return { kind: 'no-active-plan' };
  const limit = subscription.plan.agentLimit;
  return agents < limit ? null : { kind: 'agent-limit-reached', limit };
};

/**
 * Business information and settings come along; number, history and being online do not. A long name gives way to
 * its ` (cópia)`, so that a copy of any agent can be stored.
 */
export const copyOf = (agent: Agent): AgentDraft & { readonly online: false } => {
  const suffix = ' (cópia)';
  return {
    name: cut(agent.name, agentBounds.name - suffix.length) + suffix,
    description: agent.description,
    businessInfo: agent.businessInfo,
    dontKnowText: agent.dontKnowText,
    phone: '' as Phone,
    humanPauseMinutes: agent.humanPauseMinutes,
    online: false,
  };
};
