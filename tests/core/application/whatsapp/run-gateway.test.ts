import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberLeaseMs, runGateway } from '#core/application/whatsapp/run-gateway.ts';
import { burstTiming } from '#core/domain/burst.ts';
import { minute } from '#core/domain/time.ts';
import type { GatewayStore, HeldNumber } from '#core/ports/gateway-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { ConnectionChange, LeasedSession, MessengerListener, Session } from '#core/ports/messenger.ts';
import type { Line, OutboxStore, Queued, Upcoming } from '#core/ports/outbox-store.ts';
import { memoryShelf } from '#tests/support/memory-shelf.ts';
import { phone } from '#tests/support/shop.ts';

const start = new Date('2026-11-21T12:00:00Z').getTime();

describe('a gateway whose leases run out', () => {
  it('closes its sessions before another may take the numbers, while renewing hangs', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    await one.hold();
    expect(one.open()).toEqual([1]);
    one.ask();
    house.pass(numberLeaseMs - 3_000);
    one.gateway.fence();
    expect(one.open()).toEqual([]);
    expect(house.holderOf(1)).toBe('one');
  });

  it('sends nothing when it wakes after its lease, fenced or not', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    await one.hold();
    house.waits(1);
    house.pass(numberLeaseMs + 1);
    await one.deliver();
    expect(one.sent).toEqual([]);
  });

  it('gives back, unsent, what it had claimed when it was stopped', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    await one.hold();
    house.waits(1);
    house.beforeClaimAnswers = () => house.pass(numberLeaseMs);
    await one.deliver();
    expect(one.sent).toEqual([]);
    expect(house.putBack).toHaveLength(1);
  });

  it('does not believe an answer that comes too late, and asks again', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    one.ask();
    await house.settle();
    one.execute();
    house.pass(numberLeaseMs);
    await one.answer();
    expect(one.opened).toEqual([]);
    await one.hold();
    expect(one.open()).toEqual([1]);
  });

  it('closes the old session before it opens one under a newer lease', async () => {
    const house = openHouse(1);
    const [one, two] = [house.process('one'), house.process('two')];
    await one.hold();
    house.pass(numberLeaseMs + 1);
    await two.hold();
    house.pass(numberLeaseMs + 1);
    await one.hold();
    expect(one.calls).toEqual(['open 1.1', 'close 1.1', 'open 1.3']);
  });

  it('opens a refused session again, to log out once more, when that failed', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    house.refuses = ({ kind }) => kind === 'connected';
    one.logsOut = async () => {
      throw new Error('The database is away.');
    };
    await one.hold();
    expect(one.logOuts).toEqual([1]);
    await one.hold();
    expect(one.opened).toEqual([1, 1]);
    expect(one.logOuts).toEqual([1, 1]);
  });

  it('closes a session that it stopped wanting while it was being opened', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    const opened = one.opensSlowly();
    await one.hold();
    house.pass(numberLeaseMs);
    one.gateway.fence();
    opened();
    await house.settle();
    expect(one.calls).toEqual(['open 1.1', 'close 1.1', 'close 1.1']);
    expect(one.open()).toEqual([]);
  });

  it('never opens or sends without a lease that lasts, whoever stalls for however long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { maxLength: 60, size: 'max' }), async (steps) => {
        const house = openHouse(2);
        const processes = [house.process('one'), house.process('two')] as const;
        for (const step of steps) {
          if (step.kind === 'pass') house.pass(step.ms);
          else {
            const process = processes[step.process];
            if (step.kind === 'ask') process.ask();
            if (step.kind === 'hold') {
              process.ask();
              house.pass(step.asks);
              process.execute();
              house.pass(step.answers);
              await process.answer();
            }
            if (step.kind === 'answer') await process.answer();
            if (step.kind === 'deliver') {
              house.waits(1);
              house.waits(2);
              await process.deliver();
            }
            if (step.kind === 'fence') {
              process.gateway.fence();
              for (const agentId of process.open()) expect(house.lasts(process.name, agentId)).toBe(true);
            }
          }
          await house.settle();
        }
        expect(house.breaches).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('would be found out if it counted a lease from the answer', async () => {
    const house = openHouse(1);
    const one = house.process('one', { elapsedMs: () => 0 });
    await one.hold();
    house.waits(1);
    house.pass(numberLeaseMs + 1);
    await one.deliver();
    expect(house.breaches).toEqual(['one sends by 1']);
  });
});

describe('a halted number', () => {
  it('is not opened before its time, and by itself after it', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    await one.hold();
    await one.says(1, { kind: 'halted', problem: 'temporarily-banned', until: house.inMs(10 * minute) });
    await one.hold();
    house.pass(9 * minute);
    await one.hold();
    expect(one.opened).toEqual([1]);
    house.pass(minute);
    await one.hold();
    expect(one.opened).toEqual([1, 1]);
  });

  it('is not opened again by an answer that was under way when it halted', async () => {
    const house = openHouse(1);
    const one = house.process('one');
    await one.hold();
    one.ask();
    one.execute();
    await one.says(1, { kind: 'halted', problem: 'replaced', until: null });
    await one.answer();
    await one.hold();
    expect(one.opened).toEqual([1]);
  });
});

describe('many numbers', () => {
  it('are opened in waves, those first that somebody waits for', async () => {
    const house = openHouse(20, { paired: (agentId) => agentId !== 20 });
    const one = house.process('one');
    const again = await one.hold();
    expect(one.opened).toHaveLength(8);
    expect(one.opened).toContain(20);
    expect(again?.getTime()).toBe(house.now() + 1_000);
    await one.hold();
    await one.hold();
    expect(one.opened).toHaveLength(20);
  });

  it('above a fair share are closed and given back, a few a round, but for those that show a QR code', async () => {
    const house = openHouse(10, { paired: (agentId) => agentId > 3 });
    const one = house.process('one');
    await one.hold();
    await one.hold();
    house.surplus = 8;
    await one.hold();
    expect(house.givenBack).toEqual([4, 5, 6, 7]);
    expect(one.closed).toEqual([4, 5, 6, 7]);
    house.surplus = 4;
    await one.hold();
    expect(house.givenBack).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(one.open()).toEqual([1, 2, 3]);
  });

  it('leave each other their places: one takes four at most', async () => {
    const house = openHouse(2);
    const one = house.process('one');
    await one.hold();
    await one.hold();
    one.answersNothing = true;
    for (let n = 0; n < 10; n += 1) house.waits(1);
    await one.deliver();
    await one.deliver();
    expect(one.sent).toEqual([1, 1, 1, 1]);
    house.waits(2);
    await one.deliver();
    expect(one.sent).toEqual([1, 1, 1, 1, 2]);
  });

  it('are closed and let go of on a clean stop', async () => {
    const house = openHouse(3);
    const one = house.process('one');
    await one.hold();
    await one.gateway.stop();
    expect(one.open()).toEqual([]);
    expect(house.holderOf(1)).toBeNull();
  });
});

describe('a human pace', () => {
  it('types a text before it leaves, claims it only then, and pauses before the next', async () => {
    const house = openHouse(1);
    const one = house.process('one', { pace: 'human' });
    await one.hold();
    house.waits(1, 'x'.repeat(50));
    house.waits(1, 'x'.repeat(50));
    const again = await one.deliver();
    expect([one.typed, house.claimed]).toEqual([1, []]);
    expect(again?.getTime()).toBe(house.now() + 2_000);
    house.pass(1_999);
    await one.deliver();
    expect(house.claimed).toEqual([]);
    house.pass(1);
    await one.deliver();
    expect(one.sent).toEqual([1]);
    house.pass(1_000);
    await one.deliver();
    expect([one.typed, one.sent]).toEqual([2, [1]]);
    house.pass(999);
    await one.deliver();
    expect(one.sent).toEqual([1]);
    house.pass(1_001);
    await one.deliver();
    expect(one.sent).toEqual([1, 1]);
  });

  it('types nothing for a message that is sent again, or that will not be sent', async () => {
    const house = openHouse(1);
    const one = house.process('one', { pace: 'human' });
    await one.hold();
    house.waits(1, 'de novo', 'sent-again');
    await one.deliver();
    expect([one.typed, one.sent]).toEqual([0, [1]]);
    house.waits(1, 'cancelada', 'dropped');
    await one.deliver();
    expect([one.typed, house.claimed.length]).toEqual([0, 2]);
  });

  it('lets the owner’s own message leave at once, and the agent’s after a pause', async () => {
    const house = openHouse(1);
    const one = house.process('one', { pace: 'human' });
    await one.hold();
    house.waits(1, 'Oi');
    await one.deliver();
    house.pass(500);
    house.waits(1, 'Aqui é a Bia', 'panel');
    await one.deliver();
    expect(one.sent).toEqual([1]);
    house.pass(1_999);
    await one.deliver();
    expect(one.sent).toEqual([1]);
    house.pass(1);
    await one.deliver();
    expect(one.sent).toEqual([1, 1]);
  });

  it('never sends more than twenty in a minute, nor two automatic ones closer than 1.4 seconds', async () => {
    const house = openHouse(1);
    const one = house.process('one', { pace: 'human', random: Math.random });
    await one.hold();
    for (let n = 0; n < 60; n += 1) house.waits(1, 'Oi');
    for (let ms = 0; ms < 2 * minute; ms += 100) {
      if (ms % 3_000 === 0) await one.hold();
      await one.deliver();
      house.pass(100);
    }
    expect(one.sent.length).toBeGreaterThan(35);
    one.sentAt.slice(1).forEach((at, n) => {
      expect(at - (one.sentAt[n] ?? 0)).toBeGreaterThanOrEqual(1_400);
    });
    one.sentAt.slice(20).forEach((at, n) => {
      expect(at - (one.sentAt[n] ?? 0)).toBeGreaterThanOrEqual(minute);
    });
  });
});

// Helpers

const someProcess = fc.constantFrom(0 as const, 1 as const);
const someWait = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 16_000 }));
const someStep = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constant('hold' as const), process: someProcess, asks: someWait, answers: someWait }),
  ...(['ask', 'answer', 'deliver', 'deliver', 'fence'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), process: someProcess }),
  ),
);

type Row = {
  readonly session: Session;
  readonly paired: boolean;
  holder: string | null;
  leaseUntil: number;
  epoch: number;
  haltedUntil: Date | null;
};

type Waiting = Queued & { readonly fate: Upcoming['fate'] | 'panel' };

/** Some numbers in a database of their own, the messages that wait for them, and a time that passes when told to. */
const openHouse = (
  count: number,
  { paired = () => true }: { paired?: (agentId: number) => boolean } = {},
) => {
  let now = start;
  let ids = 0;
  const rows = new Map<number, Row>(
    Array.from({ length: count }, (_, n) => n + 1).map((agentId) => [
      agentId,
      {
        session: { accountId: 1, agentId, phone: phone('11987654321') },
        paired: paired(agentId),
        ...{ holder: null, leaseUntil: 0, epoch: 0, haltedUntil: null },
      },
    ]),
  );
  const waiting: Waiting[] = [];
  const lasts = (name: string, agentId: number) => {
    const row = rows.get(agentId);
    return row?.holder === name && row.leaseUntil > now;
  };

  const house = {
    breaches: [] as string[],
    claimed: [] as number[],
    putBack: [] as number[],
    givenBack: [] as number[],
    surplus: 0,
    beforeClaimAnswers: (): void => undefined,
    refuses: (_change: ConnectionChange): boolean => false,
    now: () => now,
    inMs: (ms: number) => new Date(now + ms),
    pass: (ms: number) => {
      now += ms;
    },
    settle: () => new Promise<void>((done) => setImmediate(done)),
    lasts,
    holderOf: (agentId: number) => rows.get(agentId)?.holder ?? null,
    waits: (agentId: number, text = 'Oi', fate: Waiting['fate'] = 'sent') => {
      ids += 1;
      waiting.push({
        ...{
          accountId: 1,
          agentId,
          contactId: ids,
          id: ids,
          attempts: 1,
          again: false,
          providerId: `P${ids}`,
        },
        ...{ chat: `${ids}@lid`, phone: null, text, file: null, fate },
      });
    },

    process: (
      name: string,
      {
        pace = 'none',
        random = () => 0.5,
        elapsedMs = () => now - start,
      }: { pace?: 'human' | 'none'; random?: () => number; elapsedMs?: () => number } = {},
    ) => {
      const open = new Map<number, LeasedSession>();
      let listener: MessengerListener | null = null;
      let opening: Promise<void> = Promise.resolve();
      const asks: { run: () => void; answer: () => void }[] = [];
      let rounds: Promise<Date | null> = Promise.resolve(null);

      const mine = () => [...rows.values()].filter(({ holder }) => holder === name);
      const take = (leaseMs: number): readonly HeldNumber[] => {
        for (const row of rows.values()) {
          if (row.holder !== name && row.leaseUntil >= now) continue;
          if (row.holder !== name) row.epoch += 1;
          Object.assign(row, { holder: name, leaseUntil: now + leaseMs });
        }
        return mine().map(({ session, epoch, paired, haltedUntil }) => ({
          ...session,
          ...{ epoch, paired, haltedUntil, wanted: 'on', pairingCodeWanted: false },
        }));
      };

      const gatewayStore: GatewayStore = {
        hold: (_, leaseMs) =>
          new Promise((resolve) => {
            let numbers: readonly HeldNumber[] | null = null;
            const run = () => {
              numbers ??= take(leaseMs);
            };
            const answer = () => {
              run();
              resolve({ numbers: numbers ?? [], surplus: house.surplus });
            };
            asks.push({ run, answer });
          }),
        giveBack: async (_, numbers) => {
          for (const { agentId } of numbers) {
            house.givenBack.push(agentId);
            Object.assign(rows.get(agentId) ?? {}, {
              holder: 'another',
              leaseUntil: Number.POSITIVE_INFINITY,
            });
          }
        },
        letGo: async () => {
          for (const row of mine()) Object.assign(row, { holder: null, leaseUntil: 0 });
        },
        record: async (_, { agentId, epoch }, change) => {
          const row = rows.get(agentId);
          if (row?.holder !== name || row.epoch !== epoch) return true;
          if (change.kind === 'halted') row.haltedUntil = change.until ?? new Date(8.64e15);
          return !house.refuses(change);
        },
      };

      const fits = (line: Line, { agentId, id, fate }: Waiting) =>
        line.agentId === agentId && (fate === 'panel' || line.automatic === 'any' || line.automatic === id);
      const outbox: OutboxStore = {
        claim: async (_, lines, _underWay, limit) => {
          const found = lines.flatMap((line) =>
            waiting.filter((message) => fits(line, message)).slice(0, line.places),
          );
          const taken = found.slice(0, limit);
          for (const message of taken) waiting.splice(waiting.indexOf(message), 1);
          house.claimed.push(...taken.map(({ id }) => id));
          house.beforeClaimAnswers();
          return taken.filter(({ fate }) => fate !== 'dropped');
        },
        upcoming: async (numbers) =>
          numbers.flatMap(({ agentId }) =>
            waiting
              .filter((message) => message.agentId === agentId)
              .flatMap(({ fate, ...message }) => (fate === 'panel' ? [] : [{ ...message, fate }]))
              .slice(0, 1),
          ),
        putBack: async ({ id }) => void house.putBack.push(id),
        withhold: async () => undefined,
        expire: async () => undefined,
        settle: async () => undefined,
      };

      const process = {
        name,
        calls: [] as string[],
        opened: [] as number[],
        closed: [] as number[],
        logOuts: [] as number[],
        logsOut: async (): Promise<void> => undefined,
        sent: [] as number[],
        sentAt: [] as number[],
        typed: 0,
        answersNothing: false,
        open: () => [...open.keys()].sort((a, b) => a - b),
        /** Holds, with a database that answers at once. */
        hold: async () => {
          process.ask();
          await house.settle();
          return process.answer();
        },
        ask: () => {
          if (asks.length === 0) rounds = gateway.hold();
        },
        execute: () => asks[0]?.run(),
        answer: async () => {
          const asked = asks.shift();
          if (!asked) return null;
          asked.answer();
          const again = await rounds;
          await house.settle();
          return again;
        },
        deliver: async () => {
          const again = await gateway.deliver();
          await house.settle();
          return again;
        },
        says: async (agentId: number, change: ConnectionChange) => {
          const session = open.get(agentId);
          if (session) await listener?.connection(session, change);
          if (change.kind === 'halted') open.delete(agentId);
        },
        opensSlowly: () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          opening = promise;
          return resolve;
        },
        get gateway() {
          return gateway;
        },
      };

      const gateway = runGateway(
        {
          clock: { now: () => new Date(now), elapsedMs },
          gateway: gatewayStore,
          outbox,
          signals: { raise: () => undefined, on: () => undefined },
          agents: { find: async () => null } as Partial<Ports['agents']> as Ports['agents'],
          conversations: {} as Ports['conversations'],
          keywordFiles: {} as Ports['keywordFiles'],
          fileShelf: memoryShelf(),
          messenger: {
            listen: (heard) => {
              listener = heard;
            },
            open: async (session) => {
              if (!lasts(name, session.agentId)) house.breaches.push(`${name} opens ${session.agentId}`);
              process.calls.push(`open ${session.agentId}.${session.epoch}`);
              process.opened.push(session.agentId);
              await opening;
              open.set(session.agentId, session);
              // What it refuses is said again, and never fails the opening.
              await listener?.connection(session, { kind: 'connected' }).catch(() => undefined);
            },
            requestPairingCode: async () => undefined,
            logOut: ({ agentId }) => {
              process.logOuts.push(agentId);
              open.delete(agentId);
              return process.logsOut();
            },
            close: async (session) => {
              const { agentId, epoch } = session as LeasedSession;
              process.calls.push(`close ${agentId}.${epoch}`);
              process.closed.push(agentId);
              open.delete(agentId);
            },
            send: async ({ agentId }) => {
              if (!lasts(name, agentId)) house.breaches.push(`${name} sends by ${agentId}`);
              process.sent.push(agentId);
              process.sentAt.push(now);
              return process.answersNothing ? new Promise(() => undefined) : { kind: 'accepted' };
            },
            showTyping: async () => {
              process.typed += 1;
            },
          },
        },
        {
          ...{ timing: burstTiming.whatsapp, processId: name, most: 100, pace, random },
          failed: () => undefined,
        },
      );
      return process;
    },
  };
  return house;
};
