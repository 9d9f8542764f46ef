import type { Application } from '#core/application/index.ts';
import { pauses } from '../contract/pauses.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { shownAs } from '../shown-as.ts';

export const pauseRoutes = (app: Application): readonly Route[] => [
  forOwner(pauses.list, (owner, { agentId }) => app.listPauses(owner, agentId)),
  forOwner(pauses.add, async (owner, { agentId, customerPhone }, ctx) => {
    const paused = await app.pauseCustomer(owner, agentId, customerPhone);
    if (paused.ok && !paused.value.isNew) ctx.status = 200;
    return shownAs(({ pause }) => pause, paused);
  }),
  forOwner(pauses.remove, (owner, { pauseId }) => app.endPause(owner, pauseId)),
];
