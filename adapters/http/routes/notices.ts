import type { Application } from '#core/application/index.ts';
import { notices } from '../contract/notices.ts';
import { forOwner, type Route } from '../endpoint.ts';

export const noticeRoutes = (app: Application): readonly Route[] => [
  forOwner(notices.list, (owner) => app.listNotices(owner)),
  forOwner(notices.dismiss, (owner, { noticeId }) => app.dismissNotice(owner, noticeId)),
];
