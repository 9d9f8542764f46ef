import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Next } from 'koa';
import type { Exchange } from './exchange.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** One line and one measurement for each request, with the number under which people may ask about it. */
export const requestLog =
  (log: Log, metrics: Metrics | null, addressOf: (request: IncomingMessage) => string) =>
  async (ctx: Exchange, next: Next): Promise<void> => {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.state.address = addressOf(ctx.req);
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
    const ms = performance.now() - startedAt;
    const route = typeof ctx._matchedRoute === 'string' ? ctx._matchedRoute : 'other';
    metrics?.observe({ method: ctx.method, route, status: String(ctx.status) }, ms / 1_000);
    if (!ctx.path.startsWith('/api/')) return;
    log.info(
      {
        id: ctx.state.requestId,
        method: ctx.method,
        path: masked(ctx.path),
        status: ctx.status,
        ms: Math.round(ms),
        account: ctx.state.ownerId,
      },
      'request',
    );
  };

/** `/api/zap/qr/5511987654321` is written as `/api/zap/qr/55119****4321`, in whatever spelling it came. */
export const masked = (path: string): string =>
  path
    .slice(0, 200)
    .split('/')
    .map((part) => {
      const digits = part.replace(/%[0-9a-f]{2}/gi, '').replace(/\D/g, '');
      return digits.length < 8 ? part : `${digits.slice(0, 5)}****${digits.slice(-4)}`;
    })
    .join('/');
