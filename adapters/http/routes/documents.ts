import type { Application } from '#core/application/index.ts';
import { documents } from '../contract/documents.ts';
import { forOwner, type Route } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';

export const documentRoutes = (app: Application): readonly Route[] => [
  forOwner(documents.list, (owner, { agentId }) => app.listDocuments(owner, agentId)),
  forOwner(documents.upload, (owner, { agentId, file }, ctx) =>
    app.addDocument(owner, agentId, file, left(ctx)),
  ),
  forOwner(documents.removeNamed, async (owner, { agentId, documentId, beginning = '' }) =>
    app.deleteDocument(owner, documentId === undefined ? { agentId, beginning } : { agentId, documentId }),
  ),
  forOwner(documents.remove, (owner, { documentId }) =>
    app.deleteDocument(owner, { agentId: null, documentId }),
  ),
];

/** Resolves when nobody reads the answer any more, be it given or not. */
const left = ({ res }: Exchange): Promise<void> =>
  new Promise((resolve) => {
    if (res.closed) resolve();
    else res.once('close', resolve);
  });
