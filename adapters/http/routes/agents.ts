import type { ListedAgent } from '#core/application/agents/queries.ts';
import type { Application } from '#core/application/index.ts';
import type { Agent } from '#core/domain/agent.ts';
import type { AudioUsage } from '#core/domain/audio-usage.ts';
import { agents } from '../contract/agents.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { shownAs } from '../shown-as.ts';
import { shownConnection } from '../shown-connection.ts';

export const agentRoutes = (app: Application): readonly Route[] => [
  forOwner(agents.list, async (owner) =>
    shownAs((list) => list.map(shownInList), await app.listAgents(owner)),
  ),
  forOwner(agents.find, async (owner, { agentId }) => shownAs(shown, await app.findAgent(owner, agentId))),
  forOwner(agents.create, async (owner, form) => shownAs(shown, await app.createAgent(owner, form))),
  forOwner(agents.change, async (owner, { agentId, ...form }) =>
    shownAs(shown, await app.changeAgent(owner, agentId, form)),
  ),
  forOwner(agents.duplicate, async (owner, { agentId }) =>
    shownAs(shown, await app.duplicateAgent(owner, agentId)),
  ),
  forOwner(agents.setOnline, async (owner, { agentId, online }) =>
    shownAs(shown, await app.setAgentOnline(owner, agentId, online)),
  ),
  forOwner(agents.remove, (owner, { agentId }) => app.removeAgent(owner, agentId)),
  forOwner(agents.stats, (owner, { agentId }) => app.agentStats(owner, agentId)),
  forOwner(agents.audioUsage, async (owner, { agentId }) =>
    shownAs(shownUsage, await app.audioUsage(owner, agentId)),
  ),
];

/** The specification sends one name for the minutes and reads another. */
const shown = (agent: Agent) => ({ ...agent, humanPauseMinutesAgain: agent.humanPauseMinutes });

const shownInList = ({ agent, number, stats, audio }: ListedAgent) => ({
  ...shown(agent),
  connection: shownConnection(number),
  stats,
  audio: shownUsage(audio),
});

const shownUsage = ({ used, limit }: AudioUsage) => ({ used, limit: limit ?? 0, unlimited: limit === null });
