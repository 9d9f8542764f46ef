import { type AgentDraft, refuseDraft } from '#core/domain/agent.ts';
import { parseBrazilianPhone } from '#core/domain/phone.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';

/** An agent's form as it was sent. What may be left out is as it was, or as usual on a new agent. */
export type AgentForm = {
  readonly name: string;
  readonly description: string;
  readonly businessInfo: string;
  readonly phone: string;
  readonly dontKnowText?: string | undefined;
  readonly humanPauseMinutes?: number | undefined;
};

export const draftOf = (
  { name, description, businessInfo, phone: typed, dontKnowText, humanPauseMinutes }: AgentForm,
  otherwise: Pick<AgentDraft, 'dontKnowText' | 'humanPauseMinutes'>,
): Result<AgentDraft, RefusalOf<'invalid-field'>> => {
  const phone = parseBrazilianPhone(typed);
  if (!phone) {
    const problem = typed === '' ? 'missing' : 'invalid';
    return refused({ kind: 'invalid-field', field: 'agentPhone', problem });
  }
  const draft = {
    ...{ name, description, businessInfo, phone },
    dontKnowText: dontKnowText ?? otherwise.dontKnowText,
    humanPauseMinutes: humanPauseMinutes ?? otherwise.humanPauseMinutes,
  };
  const refusal = refuseDraft(draft);
  return refusal ? refused(refusal) : done(draft);
};
