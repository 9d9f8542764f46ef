import { once } from 'node:events';
import type { Application } from '#core/application/index.ts';
import { documents } from '../contract/documents.ts';
import { forOwner, type Route } from '../endpoint.ts';

export const documentRoutes = (app: Application): readonly Route[] => [
  forOwner(documents.list, (owner, { agentId }) => app.listDocuments(owner, agentId)),
  forOwner(documents.upload, (owner, { agentId, file }, ctx) =>
    app.addDocument(owner, agentId, file, once(ctx.res, 'close')),
  ),
  forOwner(documents.removeNamed, async (owner, { agentId, documentId, beginning = '' }) =>
    app.deleteDocument(owner, documentId === undefined ? { agentId, beginning } : { agentId, documentId }),
  ),
  forOwner(documents.remove, (owner, { documentId }) =>
    app.deleteDocument(owner, { agentId: null, documentId }),
  ),
];
