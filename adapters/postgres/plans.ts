import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import type { Plan } from '#core/domain/plan.ts';
import type { PlanStore } from '#core/ports/plan-store.ts';
import type { Session } from './session.ts';

export const PlanTable = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    priceCents: p.integer(),
    description: p.text(),
    popular: p.boolean(),
    agentLimit: p.integer(),
    documentsPerAgent: p.integer(),
    audiosPerMonth: p.integer().nullable(),
    keywordFilesPerAgent: p.integer(),
    features: p.array(),
  },
});

type Row = InferEntity<typeof PlanTable>;

const toPlan = (row: Row): Plan => ({
  id: row.id,
  name: row.name,
  priceCents: row.priceCents,
  description: row.description,
  popular: row.popular,
  agentLimit: row.agentLimit,
  documentsPerAgent: row.documentsPerAgent,
  audiosPerMonth: row.audiosPerMonth ?? null,
  keywordFilesPerAgent: row.keywordFilesPerAgent,
  features: row.features,
});

export const postgresPlans = (session: Session): PlanStore => ({
  all: async () =>
    (await session().find(PlanTable, {}, { orderBy: { priceCents: 'asc', id: 'asc' } })).map(toPlan),
  find: async (planId) => {
    const row = await session().findOne(PlanTable, { id: planId });
    return row && toPlan(row);
  },
});
