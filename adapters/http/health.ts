import { timingSafeEqual } from 'node:crypto';
import type { Next } from 'koa';
import type { Exchange } from './exchange.ts';
import type { Metrics } from './metrics.ts';

export type Health = {
  /** The database answers and its migrations are done. */
  ready(): Promise<boolean>;
  readonly metrics: Metrics | null;
  /** Without it only this machine may read the metrics. */
  readonly metricsToken: string | null;
};

export const health = ({ ready, metrics, metricsToken }: Health) => {
  const mayRead = (ctx: Exchange): boolean =>
    metricsToken === null ? comesFromHere(ctx) : same(ctx.get('Authorization'), `Bearer ${metricsToken}`);

  return async (ctx: Exchange, next: Next): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz') {
      ctx.body = 'ok';
    } else if (ctx.path === '/readyz') {
      const isReady = await ready().catch(() => false);
      ctx.status = isReady ? 200 : 503;
      ctx.body = isReady ? 'ready' : 'not ready';
    } else if (ctx.path === '/metrics' && metrics && mayRead(ctx)) {
      ctx.type = metrics.registry.contentType;
      ctx.body = await metrics.registry.metrics();
    } else {
      return next();
    }
    ctx.set('Cache-Control', 'no-store');
  };
};

/** A proxy on this machine forwards other people's requests, and says so. */
const comesFromHere = (ctx: Exchange): boolean =>
  ctx.get('X-Forwarded-For') === '' &&
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ctx.req.socket.remoteAddress ?? '');

const same = (given: string, wanted: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
};
