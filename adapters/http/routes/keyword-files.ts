import type { Application } from '#core/application/index.ts';
import type { KeywordFile } from '#core/domain/keyword-file.ts';
import { keywordFiles } from '../contract/keyword-files.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { refuse } from '../exchange.ts';
import { shownAs } from '../shown-as.ts';
import { serveFile } from '../signed-links.ts';
import { type FileLinks, fileLinks } from './file-links.ts';

export const keywordFileRoutes = (app: Application, signed: FileLinks): readonly Route[] => {
  const { linkTo, ownerOf } = fileLinks(signed, keywordFiles.open);
  const shown = (accountId: number, file: KeywordFile) => ({
    ...file,
    link: linkTo(accountId, file.id),
    keywords: file.keywords.join(', '),
    caption: file.caption || null,
  });
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
        const owner = ownerOf(ctx);
        const opened = owner === null ? null : await app.openKeywordFile(owner, Number(ctx.params.id));
        if (!opened?.ok) return refuse(ctx, { kind: 'not-found' });
        serveFile(ctx, opened.value.bytes, opened.value.type, opened.value.name);
      },
    },
  ];
};
