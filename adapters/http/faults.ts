import type { Next } from 'koa';
import { Busy } from '#core/ports/secrets.ts';
import { type Exchange, refuse } from './exchange.ts';
import type { Log } from './log.ts';
import type { HttpRefusal } from './refusals.ts';

/** What breaks on the way is written down once, here, and told to nobody: they get a number to ask about. */
export const faults = (log: Log, databaseAway: (error: unknown) => boolean) => {
  const refusalFor = (error: unknown): HttpRefusal => {
    if (error instanceof Busy) return { kind: 'busy', retryAfterSeconds: error.retryAfterSeconds };
    if (databaseAway(error)) return { kind: 'database-away' };
    return refusalOfLibrary(error) ?? { kind: 'fault' };
  };

  return async (ctx: Exchange, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const refusal = refusalFor(error);
      if (refusal.kind === 'fault' || refusal.kind === 'database-away') {
        log.error({ id: ctx.state.requestId, err: error }, 'fault');
      }
      refuse(ctx, refusal);
    }
  };
};

/** What Koa's own libraries throw for a bad request carries a status and a flag that it may be told. */
const refusalOfLibrary = (error: unknown): HttpRefusal | null => {
  if (!(error instanceof Error) || !('status' in error)) return null;
  switch (error.status) {
    case 400:
      return { kind: 'malformed', fields: [] };
    case 413:
      return { kind: 'body-too-large' };
    case 415:
      return { kind: 'wrong-content-type' };
    default:
      return null;
  }
};
