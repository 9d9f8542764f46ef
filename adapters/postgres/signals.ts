import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Signals, SignalTopic } from '#core/ports/signals.ts';

export type ListeningSignals = Signals & { start(): Promise<void>; stop(): Promise<void> };

const channel = 'prosa';
const reconnectAfterMs = 1_000;
/** NOTIFY takes a lock that all commits queue for, so it never rides on a message's own transaction. */
const gatherMs = 20;

/** Wakes this process at once, and others by NOTIFY, at most once in 20 ms for each topic. */
export const postgresSignals = (
  url: string,
  send: (payload: string) => Promise<unknown>,
): ListeningSignals => {
  const myself = randomUUID();
  const emitter = new EventEmitter().setMaxListeners(50);
  const gathering = new Set<SignalTopic>();
  let listener: pg.Client | null = null;
  let stopped = false;

  const listen = async (): Promise<void> => {
    if (stopped) return;
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    listener = client;
    client.on('notification', ({ payload = '' }) => {
      const [topic = '', sender] = payload.split(' ');
      if (sender !== myself) emitter.emit(topic);
    });
    client.once('end', () => void setTimeout(() => void listen(), reconnectAfterMs).unref());
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch {
      await client.end().catch(() => undefined);
    }
  };

  return {
    raise: (topic) => {
      emitter.emit(topic);
      if (gathering.has(topic)) return;
      gathering.add(topic);
      setTimeout(() => {
        gathering.delete(topic);
        send(`${topic} ${myself}`).catch(() => undefined);
      }, gatherMs).unref();
    },
    on: (topic, wake) => void emitter.on(topic, wake),
    start: listen,
    stop: async () => {
      stopped = true;
      await listener?.end().catch(() => undefined);
    },
  };
};

export const notifyChannel = channel;
