import type { Timers } from './timers.ts';

/** One chat of one session. `next` is null when nothing waits, or when the session is away. */
export type Route = {
  readonly name: string;
  next(): (() => Promise<void>) | null;
};

export type Postman = {
  /** Something waits here. The newest route of a name counts, also for a walk that is under way. */
  ring(route: Route): void;
};

const firstRetryMs = 500;
const longestRetryMs = 30_000;

/**
 * Carries what waits to the listener: in order within a route and one at a time, routes in parallel, at most
 * `hands` deliveries under way. What is refused is carried again, after a pause that doubles; nothing overtakes it.
 */
export const postman = (timers: Timers, hands = 8): Postman => {
  const routes = new Map<string, Route>();
  const queue: { readonly name: string; readonly retryMs: number }[] = [];
  let busy = 0;

  const enqueue = (name: string, retryMs: number): void => {
    queue.push({ name, retryMs });
    serve();
  };

  const serve = (): void => {
    while (busy < hands) {
      const next = queue.shift();
      if (!next) return;
      walk(next.name, next.retryMs);
    }
  };

  const walk = (name: string, retryMs: number): void => {
    const deliver = routes.get(name)?.next();
    if (!deliver) {
      routes.delete(name);
      return;
    }
    busy += 1;
    deliver().then(
      () => {
        busy -= 1;
        enqueue(name, firstRetryMs);
      },
      () => {
        busy -= 1;
        timers.after(retryMs, () => enqueue(name, Math.min(retryMs * 2, longestRetryMs)));
        serve();
      },
    );
  };

  return {
    ring(route) {
      const walked = routes.has(route.name);
      routes.set(route.name, route);
      if (!walked) enqueue(route.name, firstRetryMs);
    },
  };
};
