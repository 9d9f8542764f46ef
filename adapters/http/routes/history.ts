import type { Application } from '#core/application/index.ts';
import type { HistoryEntry } from '#core/ports/history-store.ts';
import { history, nextCursorHeader } from '../contract/history.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { shownAs } from '../shown-as.ts';

export const historyRoutes = (app: Application): readonly Route[] => [
  forOwner(history.messages, async (owner, question, ctx) => {
    const page = await app.readHistory(owner, question);
    if (page.ok && page.value.nextCursor) ctx.set(nextCursorHeader, page.value.nextCursor);
    return shownAs(({ entries }) => entries.map(shown), page);
  }),
];

const shown = ({ outcome, ...entry }: HistoryEntry) => ({
  ...entry,
  reason: outcome === 'answered' ? null : outcome,
  finished: outcome !== null,
});
