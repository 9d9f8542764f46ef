import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import { call, detailOf } from './api.ts';

/** An agent's files with what the plan allows of them; a list that cannot be loaded leaves the rest of the screen. */
export const loadFilesOf = async <File>(agentId: number, load: () => Promise<readonly File[]>) => {
  const [owner, plan, agent] = await Promise.all([
    call(accounts.profile, {}),
    call(plans.current, {}),
    call(agents.find, { agentId }),
  ]);
  const found = await load().then(
    (list) => ({ list, failed: false, detail: null }),
    (problem: unknown) => {
      const failed = { list: [], failed: true, detail: detailOf(problem) };
      console.error(problem);
      return failed;
    },
  );
  return { agentId, agentName: agent.name, zone: owner.timeZone, plan, found };
};
