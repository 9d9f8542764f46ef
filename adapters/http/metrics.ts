import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BacklogStore } from '#core/ports/backlog-store.ts';

export type Metrics = {
  readonly registry: Registry;
  observe(labels: { method: string; route: string; status: string }, seconds: number): void;
  /** Counts how a turn ended. */
  turnEnded(outcome: string, seconds: number): void;
  /** Counts conversations that only the sweep woke: every one is a lost wake-up. */
  rearmed(conversations: number): void;
};

/** The process's own figures, how long requests take, how turns end, and how far behind the product is. */
export const openMetrics = (backlog: BacklogStore): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const turns = new Histogram({
    name: 'turn_seconds',
    help: 'Time from taking a conversation up to its outcome, counted by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 2.5, 5, 10, 25],
    registers: [registry],
  });
  const lostWakeUps = new Counter({
    name: 'lost_wake_ups_total',
    help: 'Conversations with waiting messages that only the sweep woke. Must stay 0.',
    registers: [registry],
  });
  measureBacklog(registry, backlog);
  return {
    registry,
    observe: (labels, took) => seconds.observe(labels, took),
    turnEnded: (outcome, took) => turns.observe({ outcome }, took),
    rearmed: (conversations) => lostWakeUps.inc(conversations),
  };
};

/** Measured once for each scrape. While the database is away the gauges are NaN. */
const measureBacklog = (registry: Registry, backlog: BacklogStore): void => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const oldest = gauge(
    'oldest_waiting_message_seconds',
    'Age of the oldest message that no turn has taken up.',
  );
  const openTurns = gauge('open_turns', 'Turns that have no outcome yet.');
  const unsent = gauge('unsent_messages', 'Messages that the network has not accepted yet.');
  new Gauge({
    name: 'waiting_messages',
    help: 'Messages that no turn has taken up.',
    registers: [registry],
    async collect() {
      const measured = await backlog.measure().catch(() => null);
      this.set(measured?.waiting ?? Number.NaN);
      openTurns.set(measured?.openTurns ?? Number.NaN);
      unsent.set(measured?.unsent ?? Number.NaN);
      const since = measured?.oldestWaitingAt;
      oldest.set(since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0);
    },
  });
};
