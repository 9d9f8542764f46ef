import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { send } from '@koa/send';
import type { Next } from 'koa';
import type { Exchange } from './exchange.ts';
import { notBuiltPage } from './not-built.pt-br.ts';

/** The web app and the widget as they were built. Every address that is no file is the app's to route. */
export const builtFiles = (dist: string) => {
  const web = join(dist, 'web');

  const file = async (ctx: Exchange, root: string, path: string, cache: string): Promise<boolean> => {
    try {
      await send(ctx, path, { root, hidden: false });
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    ctx.set('Cache-Control', cache);
    if (ctx.fresh) ctx.status = 304;
    return true;
  };

  return async (ctx: Exchange, next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api')) return next();
    if (ctx.path === '/widget.js') {
      await file(ctx, join(dist, 'widget'), 'widget.js', 'public, max-age=300');
      return;
    }
    const isPage = extname(ctx.path) === '' || ctx.path === '/index.html';
    if (!isPage) {
      const forever = ctx.path.startsWith('/assets/');
      await file(
        ctx,
        web,
        ctx.path,
        forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      return;
    }
    if (existsSync(join(web, 'index.html'))) await file(ctx, web, 'index.html', 'no-cache');
    else notBuilt(ctx);
  };
};

/** The library's own words hold the path on our disk. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  (error.status === 404 || error.status === 400 || error.status === 403);

const notBuilt = (ctx: Exchange) => {
  ctx.status = 503;
  ctx.type = 'html';
  ctx.body = notBuiltPage;
};
