import type { Plan } from '#core/domain/plan.ts';

export interface PlanStore {
  /** Cheapest first. */
  all(): Promise<readonly Plan[]>;
  find(planId: number): Promise<Plan | null>;
}
