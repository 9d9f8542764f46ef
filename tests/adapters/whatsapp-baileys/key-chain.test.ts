import type { SignalDataSet, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { realTimers } from '#adapters/node/timers.ts';
import { type KeyChain, keyChain } from '#adapters/whatsapp-baileys/key-chain.ts';
import { type Device, type ReceivedContent, Superseded } from '#core/ports/device-store.ts';

describe('the keys of a connection', () => {
  it('are not overwritten by a send and a receive at once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? step('send') : step('receive'))));
    expect(await session()).toBe('40');
  });

  it('are written down before a transaction lets anything out', async () => {
    await chain.transaction(async () => {
      await keys.set({ session: { 'a.0': bytes('1') } });
      await chain.commit();
      expect(stored.get('session a.0')).toBeDefined();
    });
  });

  it('are written together with the message that moved them', async () => {
    await chain.transaction(async () => {
      await keys.set({ session: { 'a.0': bytes('1') } });
      chain.receive(message('A1'));
    });
    expect(commits).toEqual([{ keys: ['session a.0'], received: ['A1'] }]);
    expect(kept).toEqual(['A1']);
  });

  it('stay as they were when a transaction fails', async () => {
    await expect(
      chain.transaction(async () => {
        await keys.set({ session: { 'a.0': bytes('1') } });
        throw new Error('Bad MAC');
      }),
    ).rejects.toThrow('Bad MAC');
    expect(commits).toEqual([]);
    expect(await session()).toBe('0');
  });

  it('are seen changed within a transaction, and unchanged outside until it ends', async () => {
    await chain.transaction(async () => {
      await keys.set({ session: { 'a.0': bytes('1') } });
      expect(await session()).toBe('1');
      expect(stored.has('session a.0')).toBe(false);
    });
    expect(await session()).toBe('1');
  });

  it('take a transaction within a transaction for one', async () => {
    await keys.transaction(async () => {
      await keys.transaction(() => step('inner'), 'b');
      await keys.set({ 'device-list': { b: ['0'] } });
    }, 'a');
    expect(commits).toHaveLength(1);
  });

  it('do not wait for each other for ever when a send looks up a name that a receive is storing', async () => {
    const storing = Promise.withResolvers<void>();
    const sending = keys.transaction(async () => {
      await storing.promise;
      await step('send');
    }, 'me');
    await keys.transaction(
      () => keys.set({ 'lid-mapping': { '5511': '88' } }) as Promise<void>,
      'lid-mapping',
    );
    await keys.transaction(
      () => keys.set({ session: { 'b.1': null } }) as Promise<void>,
      'delete-1-sessions',
    );
    storing.resolve();
    await sending;
  });

  it('count what a transaction left running behind it as outside of it', async () => {
    const later = Promise.withResolvers<void>();
    let left: Promise<void> | undefined;
    await chain.transaction(async () => {
      left = later.promise.then(() => keys.set({ tctoken: { c: null } }));
    });
    later.resolve();
    await left;
    expect(commits).toEqual([{ keys: ['tctoken c'], received: [] }]);
  });

  it('are tried again while the database is away, and nothing is reported as kept meanwhile', async () => {
    failures = 2;
    await chain.transaction(async () => chain.receive(message('A1')));
    expect(kept).toEqual(['A1']);
    expect(broken).not.toHaveBeenCalled();
  });

  it('end the connection at once when another process has the device, and are never written again', async () => {
    superseded = true;
    await expect(step('send')).rejects.toThrow();
    expect(broken).toHaveBeenCalledExactlyOnceWith(expect.any(Superseded));
    superseded = false;
    await expect(step('send')).rejects.toThrow();
    expect(commits).toEqual([]);
  });

  it('are not written any more once the connection is over', async () => {
    chain.retire();
    await expect(step('send')).rejects.toThrow();
    await expect(Promise.resolve(keys.set({ tctoken: { c: null } }))).rejects.toThrow();
    expect(commits).toEqual([]);
  });

  it('tell since when the same transaction has been going on', async () => {
    expect(chain.busySince).toBe(null);
    await chain.transaction(async () => expect(chain.busySince).toEqual(expect.any(Number)));
    expect(chain.busySince).toBe(null);
  });

  // Helpers

  let chain: KeyChain;
  let keys: SignalKeyStoreWithTransaction;
  let stored: Map<string, string>;
  let commits: { keys: string[]; received: string[] }[];
  let kept: string[];
  let failures: number;
  let superseded: boolean;
  const broken = vi.fn();

  beforeEach(() => {
    stored = new Map();
    commits = [];
    kept = [];
    failures = 0;
    superseded = false;
    broken.mockClear();
    chain = keyChain(device(), {
      timers: realTimers,
      elapsedMs: () => performance.now(),
      kept: (received) => void kept.push(...received.map(({ providerId }) => providerId)),
      broken,
    });
    keys = { ...chain.store } as SignalKeyStoreWithTransaction;
    chain.equip(keys);
  });

  const bytes = (text: string) => new TextEncoder().encode(text);

  const session = async (): Promise<string> => {
    const found = await keys.get('session', ['a.0']);
    return found['a.0'] ? new TextDecoder().decode(found['a.0']) : '0';
  };

  /** What every move of a ratchet is: read, change, write. */
  const step = (name: string): Promise<void> =>
    keys.transaction(async () => {
      const before = Number(await session());
      await new Promise((done) => setTimeout(done, Math.random() * 3));
      await keys.set({ session: { 'a.0': bytes(String(before + 1)) } } as SignalDataSet);
    }, name);

  const message = (providerId: string): ReceivedContent => ({
    chat: 'maria',
    author: 'maria',
    providerId,
    digest: providerId,
    content: 'Oi',
    reportable: true,
  });

  const device = (): Device => ({
    credentials: null,
    saveCredentials: async () => {},
    keys: async (type, ids) =>
      new Map(
        ids.flatMap((id) => {
          const value = stored.get(`${type} ${id}`);
          return value === undefined ? [] : [[id, value]];
        }),
      ),
    commit: async (change) => {
      if (superseded) throw new Superseded();
      if (failures > 0) {
        failures -= 1;
        throw new Error('The database is away.');
      }
      for (const { type, id, value } of change.keys) {
        if (value === null) stored.delete(`${type} ${id}`);
        else stored.set(`${type} ${id}`, value);
      }
      commits.push({
        keys: change.keys.map(({ type, id }) => `${type} ${id}`),
        received: change.received.map(({ providerId }) => providerId),
      });
      return change.received.map((_, n) => n + 1);
    },
    inbox: {} as Device['inbox'],
    sent: {} as Device['sent'],
  });
});
