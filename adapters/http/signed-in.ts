import type { Next } from 'koa';
import { type Exchange, refuse } from './exchange.ts';

/** Lets through whoever holds a live session, and knows from here on who it is. */
export const signedIn =
  (ownerOfToken: (token: string) => Promise<number | null>) => async (ctx: Exchange, next: Next) => {
    const token = /^Bearer ([\w-]{16,200})$/i.exec(ctx.get('Authorization'))?.[1];
    const ownerId = token === undefined ? null : await ownerOfToken(token);
    if (token === undefined || ownerId === null) return refuse(ctx, { kind: 'not-signed-in' });
    ctx.state.ownerId = ownerId;
    ctx.state.token = token;
    return next();
  };
