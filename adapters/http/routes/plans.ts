import type { CurrentPlan } from '#core/application/billing/queries.ts';
import type { Application } from '#core/application/index.ts';
import { plans } from '../contract/plans.ts';
import { forAnyone, forOwner, type Route } from '../endpoint.ts';
import { shownAs } from '../shown-as.ts';

export const planRoutes = (app: Application): readonly Route[] => [
  forOwner(plans.all, () => app.listPlans()),
  forAnyone(plans.public, () => app.listPlans()),
  forOwner(plans.current, async (owner) => shownAs(shownPlan, await app.currentPlan(owner))),
];

const shownPlan = ({ plan, active, status, endsAt }: CurrentPlan) => ({
  id: plan?.id ?? null,
  name: plan?.name ?? null,
  active,
  agentLimit: plan?.agentLimit ?? 0,
  documentsPerAgent: plan?.documentsPerAgent ?? 0,
  keywordFilesPerAgent: plan?.keywordFilesPerAgent ?? 0,
  audiosPerMonth: plan ? plan.audiosPerMonth : 0,
  status,
  endsAt,
});
