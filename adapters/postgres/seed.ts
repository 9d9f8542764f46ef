import type { Pool } from 'pg';
import { firstPlans } from '#core/domain/plan.ts';

/** What every database holds before its first visitor. Seeding again changes nothing that an operator changed. */
export const seed = async (pool: Pool): Promise<void> => {
  for (const plan of firstPlans) {
    await pool.query(
      `insert into plans (id, name, price_cents, description, popular, agent_limit, documents_per_agent,
         audios_per_month, keyword_files_per_agent, features)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,
      [
        plan.id,
        plan.name,
        plan.priceCents,
        plan.description,
        plan.popular,
        plan.agentLimit,
        plan.documentsPerAgent,
        plan.audiosPerMonth,
        plan.keywordFilesPerAgent,
        plan.features,
      ],
    );
  }
};
