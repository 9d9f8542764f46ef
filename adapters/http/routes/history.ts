import type { Application } from '#core/application/index.ts';
import type { HistoryEntry } from '#core/ports/history-store.ts';
import { history, nextCursorHeader } from '../contract/history.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { refuse } from '../exchange.ts';
import { shownAs } from '../shown-as.ts';
import { serveInParts } from '../signed-links.ts';
import { type FileLinks, fileLinks } from './file-links.ts';

export const historyRoutes = (app: Application, signed: FileLinks): readonly Route[] => {
  const { linkTo, ownerOf } = fileLinks(signed, history.listen);
  const shown = (accountId: number, { outcome, voices, ...entry }: HistoryEntry) => ({
    ...entry,
    voices: voices.map((id) => linkTo(accountId, id)),
    reason: outcome === 'answered' ? null : outcome,
    finished: outcome !== null,
  });
  return [
    forOwner(history.messages, async (owner, question, ctx) => {
      const page = await app.readHistory(owner, question);
      if (page.ok && page.value.nextCursor) ctx.set(nextCursorHeader, page.value.nextCursor);
      return shownAs(({ entries }) => entries.map((entry) => shown(owner, entry)), page);
    }),
    {
      contract: history.listen,
      answer: async (ctx) => {
        const owner = ownerOf(ctx);
        const opened = owner === null ? null : await app.openVoice(owner, Number(ctx.params.id));
        if (!opened?.ok) return refuse(ctx, { kind: 'not-found' });
        serveInParts(ctx, opened.value.bytes, opened.value.type, 'audio');
      },
    },
  ];
};
