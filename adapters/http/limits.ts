import type { Server } from 'node:http';
import type { Next } from 'koa';
import { koaBody } from 'koa-body';
import { type Exchange, refuse } from './exchange.ts';

const megabyte = 1_048_576;
export const bodyLimits = { usual: megabyte, simulatedMedia: 23 * megabyte } as const;
const deepest = 10;

/** Reads a JSON body of so many bytes. Whatever else is sent is refused before a byte of it is read. */
export const jsonBody = (limit: number) => {
  const read = koaBody({
    json: true,
    jsonStrict: true,
    jsonLimit: limit,
    multipart: false,
    urlencoded: false,
    text: false,
    parsedMethods: methodsWithBody,
  });
  return async (ctx: Exchange, next: Next): Promise<void> => {
    if (!sendsBody(ctx)) return next();
    if (!ctx.is('json', '+json')) return refuse(ctx, { kind: 'wrong-content-type' });
    if (Number(ctx.get('Content-Length')) > limit) return refuse(ctx, { kind: 'body-too-large' });
    await read(ctx, async () => {
      if (isDeep(ctx.request.body)) return refuse(ctx, { kind: 'malformed', fields: [] });
      await next();
    });
  };
};

const methodsWithBody = ['POST', 'PUT', 'DELETE'] as never[];

export const sendsBody = (ctx: Exchange): boolean =>
  ['POST', 'PUT', 'DELETE'].includes(ctx.method) &&
  (ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length') || 0) > 0);

/** Without recursion: that is what somebody who nests deeply is after. */
const isDeep = (value: unknown): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
};

const inFlightMax = { anonymous: 200, everybody: 400 } as const;

/** Sheds load before it piles up; visitors first, then everybody. */
export const shedding = () => {
  let inFlight = 0;
  return async (ctx: Exchange, next: Next): Promise<void> => {
    const limit = ctx.get('Authorization') === '' ? inFlightMax.anonymous : inFlightMax.everybody;
    if (inFlight >= limit) return refuse(ctx, { kind: 'busy', retryAfterSeconds: 2 });
    inFlight++;
    try {
      await next();
    } finally {
      inFlight--;
    }
  };
};

/** Nobody holds a connection by being slow. */
export const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
} as const;

export const limited = (server: Server): Server => {
  server.maxConnections = 2_000;
  return server;
};
