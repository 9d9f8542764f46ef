import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent, AgentDraft } from '#core/domain/agent.ts';
import { agentBounds, copyOf, refuseDraft, refuseOneMoreAgent } from '#core/domain/agent.ts';
import { parsePhone } from '#core/domain/phone.ts';
import type { Plan } from '#core/domain/plan.ts';
import { firstPlans } from '#core/domain/plan.ts';
import { newTrial } from '#core/domain/subscription.ts';
import { instant } from '#tests/support/arbitraries.ts';

describe('what an owner fills in', () => {
  it('is taken when every text is there and within its bound', () => {
    expect(refuseDraft(draft)).toBeNull();
  });

  it.each([
    ['agentName', { name: '' }],
    ['description', { description: '' }],
    ['businessInfo', { businessInfo: '' }],
  ])('is refused without %s', (field, missing) => {
    expect(refuseDraft({ ...draft, ...missing })).toEqual({
      kind: 'invalid-field',
      field,
      problem: 'missing',
    });
  });

  it.each([
    ['agentName', 'name', 80],
    ['description', 'description', 500],
    ['businessInfo', 'businessInfo', 50_000],
    ['dontKnowText', 'dontKnowText', 300],
  ] as const)('may have a %s of exactly its bound', (field, key, max) => {
    expect(refuseDraft({ ...draft, [key]: 'a'.repeat(max) })).toBeNull();
    expect(refuseDraft({ ...draft, [key]: 'a'.repeat(max + 1) })).toEqual({
      kind: 'invalid-field',
      field,
      problem: 'too-long',
      max,
    });
  });

  it('pauses for a whole number of minutes from 0 to a day', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -10, max: 1_450 }), fc.double()), (humanPauseMinutes) => {
        const allowed = Array.from({ length: 1_441 }, (_, minutes) => minutes).includes(humanPauseMinutes);
        expect(refuseDraft({ ...draft, humanPauseMinutes }) === null).toBe(allowed);
      }),
    );
    expect(refuseDraft({ ...draft, humanPauseMinutes: 1_440 })).toBeNull();
    expect(refuseDraft({ ...draft, humanPauseMinutes: 1_441 })).toMatchObject({ problem: 'out-of-range' });
  });
});

describe('one more agent', () => {
  it('is refused at the limit of the plan, which the refusal names', () => {
    const trial = newTrial(plan({ agentLimit: 3 }), noon);
    expect(refuseOneMoreAgent(noon, trial, 2)).toBeNull();
    expect(refuseOneMoreAgent(noon, trial, 3)).toEqual({ kind: 'agent-limit-reached', limit: 3 });
  });

  it('is refused without an active plan, however few there are', () => {
    expect(refuseOneMoreAgent(noon, null, 0)).toEqual({ kind: 'no-active-plan' });
    const trial = newTrial(plan({ agentLimit: 3 }), noon);
    expect(refuseOneMoreAgent(trial.endsAt, trial, 0)).toEqual({ kind: 'no-active-plan' });
  });

  it('is allowed exactly while there are fewer than the limit', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 10 }),
        fc.nat({ max: 12 }),
        (now, agentLimit, agents) => {
          const refusal = refuseOneMoreAgent(now, newTrial(plan({ agentLimit }), now), agents);
          expect(refusal === null).toBe(agents < agentLimit);
        },
      ),
    );
  });
});

describe('a copy of an agent', () => {
  it('is named after it, is offline and has no number', () => {
    expect(copyOf(agent)).toEqual({
      name: 'Salão da Bia (cópia)',
      description: agent.description,
      businessInfo: agent.businessInfo,
      dontKnowText: agent.dontKnowText,
      phone: '',
      humanPauseMinutes: 25,
      online: false,
    });
  });

  it('cuts a name of 80 characters, so that the copy has 80 too', () => {
    const { name } = copyOf({ ...agent, name: 'x'.repeat(80) });
    expect(name).toBe(`${'x'.repeat(72)} (cópia)`);
    expect(copyOf({ ...agent, name: `${'x'.repeat(71)}💇 Bia` }).name).toBe(`${'x'.repeat(71)} (cópia)`);
  });

  it('of any agent can be stored, and copied again', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 1, maxLength: agentBounds.name }), (units) => {
        const name = String.fromCharCode(...units).toWellFormed();
        const copy = copyOf({ ...agent, name });
        expect(refuseDraft(copy)).toBeNull();
        expect(copy.name.isWellFormed()).toBe(true);
        expect(copy.name.endsWith(' (cópia)')).toBe(true);
        expect(name.startsWith(copy.name.slice(0, -' (cópia)'.length))).toBe(true);
        expect(refuseDraft(copyOf({ ...agent, name: copy.name }))).toBeNull();
      }),
    );
  });
});

// Helpers

const noon = new Date('2026-11-21T15:00:00Z');

const phone = parsePhone('(11) 98765-4321');
if (phone === null) throw new Error('not a phone');

const draft: AgentDraft = {
  name: 'Salão da Bia',
  description: 'Atende as clientes do salão',
  businessInfo: 'Corte R$ 60, escova R$ 45. Terça a sábado, das 9h às 19h.',
  dontKnowText: 'Vou perguntar para a Bia!',
  phone,
  humanPauseMinutes: 25,
};

const agent: Agent = {
  ...draft,
  id: 7,
  model: 'gpt-3.5-turbo',
  online: true,
  whatsapp: 'connected',
  createdAt: noon,
};

const plan = (changes: Partial<Plan>): Plan => {
  const [starter] = firstPlans;
  if (starter === undefined) throw new Error('no plan');
  return { ...starter, ...changes };
};
