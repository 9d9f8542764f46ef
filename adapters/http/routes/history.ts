import type { Application } from '#core/application/index.ts';
import type { HistoryEntry } from '#core/ports/history-store.ts';
import { apiRoot } from '../contract/contract.ts';
import { history, nextCursorHeader } from '../contract/history.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { refuse } from '../exchange.ts';
import { shownAs } from '../shown-as.ts';
import { type LinkSigns, linkLastsMs, serveInParts } from '../signed-links.ts';
import type { FileLinks } from './keyword-files.ts';

export const historyRoutes = (app: Application, { links, clock }: FileLinks): readonly Route[] => {
  /** The same link for ten minutes, and good for ten more: a list that is read again interrupts nobody who listens. */
  const linkTo = (accountId: number, messageId: number): string => {
    const expiresAt = new Date((Math.floor(clock.now().getTime() / linkLastsMs) + 2) * linkLastsMs);
    const signs = links.linkFor({ accountId, file: signedName(String(messageId)) }, expiresAt);
    const path = history.listen.path.replace(':id', String(messageId));
    return `${apiRoot}${path}?${new URLSearchParams(signs)}`;
  };
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
        const { id = '' } = ctx.params;
        const owner = links.accountOf(signedName(id), ctx.query as Partial<LinkSigns>, clock.now());
        const opened = owner === null ? null : await app.openVoice(owner, Number(id));
        if (!opened?.ok) return refuse(ctx, { kind: 'not-found' });
        serveInParts(ctx, opened.value.bytes, opened.value.type, 'audio');
      },
    },
  ];
};

/** Signed with what kind of file it is: a link to one kind opens none of another. */
const signedName = (id: string) => `audio/${id}`;
