import type { Application } from '#core/application/index.ts';
import type { KeywordFile } from '#core/domain/keyword-file.ts';
import { after } from '#core/domain/time.ts';
import type { Clock } from '#core/ports/clock.ts';
import { apiRoot } from '../contract/contract.ts';
import { keywordFiles } from '../contract/keyword-files.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { refuse } from '../exchange.ts';
import { shownAs } from '../shown-as.ts';
import { type LinkSigns, linkLastsMs, serveFile, type signedLinks } from '../signed-links.ts';

export type FileLinks = {
  readonly links: ReturnType<typeof signedLinks>;
  readonly clock: Pick<Clock, 'now'>;
};

export const keywordFileRoutes = (app: Application, { links, clock }: FileLinks): readonly Route[] => {
  const shown = (accountId: number, file: KeywordFile) => {
    const expiresAt = after(clock.now(), linkLastsMs);
    const signs = links.linkFor({ accountId, file: signedName(String(file.id)) }, expiresAt);
    const path = keywordFiles.open.path.replace(':id', String(file.id));
    return {
      ...file,
      link: `${apiRoot}${path}?${new URLSearchParams(signs)}`,
      keywords: file.keywords.join(', '),
      caption: file.caption || null,
    };
  };
  return [
    forOwner(keywordFiles.list, async (owner, { agentId }) =>
      shownAs((list) => list.map((file) => shown(owner, file)), await app.listKeywordFiles(owner, agentId)),
    ),
    forOwner(keywordFiles.add, async (owner, { keywords = '', caption = '', ...form }) =>
      shownAs((file) => shown(owner, file), await app.addKeywordFile(owner, { ...form, keywords, caption })),
    ),
    forOwner(keywordFiles.remove, (owner, { fileId }) => app.deleteKeywordFile(owner, fileId)),
    {
      contract: keywordFiles.open,
      answer: async (ctx) => {
        const { id = '' } = ctx.params;
        const owner = links.accountOf(signedName(id), ctx.query as Partial<LinkSigns>, clock.now());
        const opened = owner === null ? null : await app.openKeywordFile(owner, Number(id));
        if (!opened?.ok) return refuse(ctx, { kind: 'not-found' });
        serveFile(ctx, opened.value.bytes, opened.value.type, opened.value.name);
      },
    },
  ];
};

/** Signed with what kind of file it is: a link to one kind opens none of another. */
const signedName = (id: string) => `resposta-arquivo/${id}`;
