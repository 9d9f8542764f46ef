import { AccountTable } from './accounts.ts';
import { PlanTable } from './plans.ts';

/** Every table that the unit of work maps. Lists and the message path speak SQL and map none. */
export const tables = [AccountTable, PlanTable];
