import { describe, expect, it } from 'vitest';
import { defaultTrialPlanId, firstPlans } from '#core/domain/plan.ts';

describe('the plans', () => {
  it.each([
    ['Starter', 4_900, 1, 1, 0, 3],
    ['Profissional', 6_900, 3, 5, 150, 10],
    ['Premium', 9_900, 10, 10, null, 30],
  ])(
    'hold %s as it is sold',
    (name, priceCents, agentLimit, documentsPerAgent, audiosPerMonth, keywordFilesPerAgent) => {
      const plan = firstPlans.find((one) => one.name === name);
      expect(plan).toMatchObject({
        priceCents,
        agentLimit,
        documentsPerAgent,
        audiosPerMonth,
        keywordFilesPerAgent,
      });
    },
  );

  it('have one that is marked popular, which a visitor who chose none tries out', () => {
    const popular = firstPlans.filter((plan) => plan.popular);
    expect(popular.map((plan) => plan.name)).toEqual(['Profissional']);
    expect(popular.map((plan) => plan.id)).toEqual([defaultTrialPlanId]);
  });

  it('offer no less for more money', () => {
    const dearer = [...firstPlans].sort((one, other) => one.priceCents - other.priceCents);
    for (const limit of [
      'agentLimit',
      'documentsPerAgent',
      'audiosPerMonth',
      'keywordFilesPerAgent',
    ] as const) {
      const offered = dearer.map((plan) => plan[limit] ?? Number.POSITIVE_INFINITY);
      expect(offered).toEqual([...offered].sort((one, other) => one - other));
    }
  });

  it('promise in words what their limits allow', () => {
    for (const { features, agentLimit, documentsPerAgent, audiosPerMonth } of firstPlans) {
      const numbers = features.flatMap((feature) => feature.match(/\d+/g) ?? []).map(Number);
      const limits = [agentLimit, documentsPerAgent, ...(audiosPerMonth ? [audiosPerMonth] : [])];
      expect(numbers).toEqual(limits);
    }
  });
});
