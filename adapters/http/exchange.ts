import type { Context, Middleware } from 'koa';
import type { SentFile } from './contract/contract.ts';
import { type AnyRefusal, say } from './refusals.ts';

/** What is known of a request beside itself. */
export type Known = {
  requestId: string;
  /** Where it comes from, as far as that can be believed; networks of one household count as one. */
  address: string;
  ownerId?: number;
  token?: string;
  /** What came with a form. */
  file?: SentFile | null;
};

export type Exchange = Context & { state: Known };

export const refuse = (ctx: Exchange, refusal: AnyRefusal): void => {
  const { status, retryAfterSeconds, body } = say(refusal, ctx.state.requestId);
  ctx.status = status;
  if (retryAfterSeconds !== null) ctx.set('Retry-After', String(retryAfterSeconds));
  if (refusal.kind === 'not-signed-in') ctx.set('WWW-Authenticate', 'Bearer');
  ctx.body = body;
};

/** Koa types what passes between middlewares loosely; ours all agree on `Known`. */
export type Step = Middleware<Known>;
