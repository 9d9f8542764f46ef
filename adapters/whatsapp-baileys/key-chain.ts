import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
  SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys';
import type { Timers } from '#core/application/whatsapp/timers.ts';
import { pause } from '#core/application/whatsapp/timers.ts';
import { type Device, type KeyChange, type ReceivedContent, Superseded } from '#core/ports/device-store.ts';
import { keyFrom, toText } from './serialization.ts';

/** The keys of one connection. The next connection gets a new one, and reads everything anew. */
export type KeyChain = {
  readonly store: SignalKeyStore;
  /** Puts our transactions in the place of Baileys' own. */
  equip(keys: SignalKeyStoreWithTransaction): void;
  transaction<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Adds a message to the transaction under way. */
  receive(content: ReceivedContent): void;
  /** Writes down what the transaction under way has gathered so far. */
  commit(): Promise<void>;
  /** Since when the same transaction has been going on, in `elapsedMs`; null when there is none. */
  readonly busySince: number | null;
  /**
   * Asks the store until it answers. One that is away must not look like a message that cannot be read, which Baileys
   * refuses for good: when it stays away, the connection ends first.
   */
  insist<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
  /** From now on nothing is read or written any more. */
  retire(): void;
};

type Surroundings = {
  readonly timers: Timers;
  readonly elapsedMs: () => number;
  /** What was received is kept, under the ids by which it waits to be reported. */
  readonly kept: (received: readonly ReceivedContent[], ids: readonly (number | null)[]) => void;
  /** The store stays away: this connection must end. */
  readonly broken: (error: unknown) => void;
};

/** What one transaction has read and changed. */
type Work = {
  readonly read: Map<string, unknown>;
  changes: Map<string, KeyChange>;
  received: ReceivedContent[];
  committing: Promise<void>;
  over: boolean;
};

const triesMs = [0, 250, 500, 1_000, 2_000, 4_000, 6_000, 6_000];

/**
 * Baileys keeps several queues for one device, so that a send and a receive read and write the same ratchet at once and
 * garble replies (https://github.com/WhiskeySockets/Baileys/pull/2811), and it puts a message on the wire before its
 * ratchet is written down. Here everything that moves a ratchet stands in one queue, and `commit` writes before.
 */
export const keyChain = (device: Device, { timers, elapsedMs, kept, broken }: Surroundings): KeyChain => {
  const underWay = new AsyncLocalStorage<Work>();
  let last: Promise<unknown> = Promise.resolve();
  let busySince: number | null = null;
  let retired: Error | null = null;

  /** What a transaction left running behind it belongs to none. */
  const current = (): Work | null => {
    const work = underWay.getStore();
    return work && !work.over ? work : null;
  };

  const insist = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    let trouble: unknown = null;
    for (const waitMs of triesMs) {
      await pause(timers, waitMs);
      if (retired) throw retired;
      try {
        return await ask();
      } catch (error) {
        trouble = error;
        if (error instanceof Superseded) break;
      }
    }
    retired ??= new Error('The keys of this connection could not be read or written down.');
    broken(trouble);
    throw retired;
  };

  const write = async (keys: readonly KeyChange[], received: readonly ReceivedContent[]): Promise<void> =>
    kept(received, await insist(() => device.commit({ keys, received })));

  const commit = async (work: Work): Promise<void> => {
    if (work.changes.size === 0 && work.received.length === 0) return work.committing;
    const { changes, received, committing } = work;
    work.changes = new Map();
    work.received = [];
    work.committing = committing.then(() => write([...changes.values()], received));
    return work.committing;
  };

  const run = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (retired) throw retired;
    const own: Work = {
      read: new Map(),
      changes: new Map(),
      received: [],
      committing: Promise.resolve(),
      over: false,
    };
    try {
      const answer = await underWay.run(own, work);
      await commit(own);
      return answer;
    } finally {
      own.over = true;
    }
  };

  const transaction = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (current()) return work();
    const mine = last.then(async () => {
      busySince = elapsedMs();
      try {
        return await run(work);
      } finally {
        busySince = null;
      }
    });
    last = mine.catch(() => {});
    return mine;
  };

  /** Outside the queue. */
  const apart = <Answer>(work: () => Promise<Answer>): Promise<Answer> => (current() ? work() : run(work));

  const load = async <Type extends keyof SignalDataTypeMap>(
    type: Type,
    ids: readonly string[],
  ): Promise<Map<string, SignalDataTypeMap[Type]>> => {
    const found = ids.length === 0 ? new Map<string, string>() : await insist(() => device.keys(type, ids));
    return new Map([...found].map(([id, text]) => [id, keyFrom(type, text)]));
  };

  const get: SignalKeyStore['get'] = async (type, ids) => {
    const work = current();
    if (!work) return Object.fromEntries(await load(type, ids));
    const unread = ids.filter((id) => !work.read.has(`${type} ${id}`));
    const found = await load(type, unread);
    for (const id of unread) {
      const name = `${type} ${id}`;
      if (!work.read.has(name)) work.read.set(name, found.get(id) ?? null);
    }
    const values = ids.map((id) => [id, work.read.get(`${type} ${id}`)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== null)) as Awaited<
      ReturnType<typeof get<typeof type>>
    >;
  };

  const set: SignalKeyStore['set'] = async (data) => {
    const work = current();
    const changes = changesOf(data);
    if (!work)
      return write(
        changes.map(({ change }) => change),
        [],
      );
    for (const { change, value } of changes) {
      const name = `${change.type} ${change.id}`;
      work.read.set(name, value);
      work.changes.set(name, change);
    }
  };

  return {
    store: { get, set },
    equip(keys) {
      keys.get = get;
      keys.set = set;
      keys.isInTransaction = () => current() !== null;
      // Whoever holds the queue waits for these two at times: in the queue they would wait for each other for ever.
      keys.transaction = (work, name) =>
        name === 'lid-mapping' || name.startsWith('delete-') ? apart(work) : transaction(work);
    },
    transaction,
    receive(content) {
      current()?.received.push(content);
    },
    commit: async () => {
      const work = current();
      if (work) await commit(work);
    },
    get busySince() {
      return busySince;
    },
    insist,
    retire() {
      retired ??= new Error('This connection is over.');
    },
  };
};

const changesOf = (data: SignalDataSet): { change: KeyChange; value: unknown }[] =>
  Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({
      change: { type, id, value: value === null || value === undefined ? null : toText(value) },
      value: value ?? null,
    })),
  );
