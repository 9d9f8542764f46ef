import type { BurstTiming } from '#core/domain/burst.ts';
import { type Loss, lostNumberText } from '#core/domain/lost-number.pt-br.ts';
import { ownerCommand } from '#core/domain/pause.ts';
import { after, second } from '#core/domain/time.ts';
import type { HeldNumber } from '#core/ports/gateway-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type {
  ConnectionChange,
  ConnectionProblem,
  IncomingMessage,
  LeasedSession,
  Session,
} from '#core/ports/messenger.ts';
import type { Queued, Settled } from '#core/ports/outbox-store.ts';
import { receiveMessage } from '../conversation/receive-message.ts';
import { attachments, type NotLoaded } from './attachments.ts';
import { ownerWrites } from './owner-writes.ts';
import { humanPacing, noPacing } from './pacing.ts';

export type Gateway = {
  /**
   * Renews the leases, opens what is wanted, closes what is not, and gives back what is above a fair share. Answers
   * when to hold again, null for no hurry.
   */
  hold(): Promise<Date | null>;
  /** Closes every session once the leases were not renewed in time: another process may have the numbers by now. */
  fence(): void;
  /** Takes up what waits to be sent, as far as there is room. Answers when to look again, null for no hurry. */
  deliver(): Promise<Date | null>;
  /** Records what grew too old while its number was away. */
  expire(): Promise<void>;
  /** Closes every session and lets the numbers go. */
  stop(): Promise<void>;
};

type Needs = Pick<
  Ports,
  | 'agents'
  | 'clock'
  | 'conversations'
  | 'fileShelf'
  | 'gateway'
  | 'keywordFiles'
  | 'messenger'
  | 'outbox'
  | 'signals'
>;

type Settings = {
  readonly timing: BurstTiming;
  readonly processId: string;
  /** Numbers held at most. */
  readonly most: number;
  readonly pace: 'human' | 'none';
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Hears of what could not be written down; the rows stay as they are and are taken up again. */
  readonly failed: (error: unknown) => void;
};

export const numberLeaseMs = 15 * second;
/** A session has to be closed, not just about to be, when its lease ends. */
const trustedMs = numberLeaseMs - 3 * second;
/** Sessions opened in one round: logging in costs the machine and WhatsApp more than anything later. */
const wave = 8;
const nextWaveMs = second;
const givenBackARound = 4;
/** Messages under way at once; of one contact never more than one. */
const mostUnderWay = 64;
/** A busy or deaf number leaves the others their places. */
const mostOfOne = 4;
const retryWaits = [1, 3, 10] as const;

/** This process's hold on WhatsApp: which numbers it speaks for, what comes in by them and what goes out. */
export const runGateway = (
  ports: Needs,
  { timing, processId, most, pace, random, failed }: Settings,
): Gateway => {
  const { agents, clock, gateway, messenger, outbox, signals } = ports;
  const receive = receiveMessage(ports, timing);
  const files = attachments(ports.fileShelf, failed);
  const pacing = pace === 'human' ? humanPacing(ports, { random, failed }) : noPacing;
  /** As the database last said. */
  const held = new Map<number, HeldNumber>();
  /** Sessions that the messenger has open, or is opening, each under the lease it was opened with. */
  const open = new Map<number, LeasedSession>();
  /** Only what a line can take is marked as being sent: the rest can still be called back by the owner, and expire. */
  const connected = new Set<number>();
  const codesAsked = new Set<number>();
  const owner = ownerWrites();

  /** Leases are good until then, counted from before the database was asked. */
  let trustedUntil = Number.NEGATIVE_INFINITY;
  const trusted = () => clock.elapsedMs() < trustedUntil;
  /** Numbers that something is being done about, and those that changed since the database was last asked. */
  const busy = new Map<number, Promise<void>>();
  const recording = new Set<number>();
  const changedSince = new Set<number>();
  let stopped = false;

  const underWay = new Map<number, Queued>();
  /** What the network said and is not written down yet; each round writes it down together. */
  let answered: readonly Settled[] = [];
  const settle = async (): Promise<void> => {
    const settled = answered;
    if (settled.length === 0) return;
    await outbox.settle(settled, clock.now());
    answered = answered.slice(settled.length);
    for (const { message } of settled) underWay.delete(message.id);
  };

  const notOpen = (agentId: number): void => {
    open.delete(agentId);
    connected.delete(agentId);
    codesAsked.delete(agentId);
    pacing.forget(agentId);
  };

  const close = (session: LeasedSession): Promise<void> => {
    notOpen(session.agentId);
    return messenger.close(session);
  };

  const fence = (): void => {
    if (trusted()) return;
    for (const session of [...open.values()]) close(session).catch(failed);
  };

  /** Rejects, rather than open what may be another's by now. */
  const openSession = async (session: LeasedSession): Promise<void> => {
    if (!trusted() || stopped)
      throw new Error('The lease of a number ran out before its session was opened.');
    open.set(session.agentId, session);
    try {
      await messenger.open(session);
    } catch (error) {
      notOpen(session.agentId);
      throw error;
    }
    // Closed while it was being opened: it may be open only now.
    if (open.get(session.agentId) !== session) await messenger.close(session);
  };

  const changed = async (number: LeasedSession, change: ConnectionChange): Promise<void> => {
    const { agentId } = number;
    const session = open.get(agentId);
    connected.delete(agentId);
    pacing.forget(agentId);
    recording.add(agentId);
    try {
      const words = await wordsFor(number, change);
      const allowed = await gateway.record(processId, number, change, words, clock.now());
      if (!allowed) {
        // Whatever becomes of it: should it fail, the next round opens the session again, and it is refused again.
        notOpen(agentId);
        await messenger.logOut(number);
        const refused = { kind: 'closed', problem: 'connected-elsewhere' } as const;
        await gateway.record(processId, number, refused, null, clock.now());
      }
      if (change.kind === 'closed' || change.kind === 'halted' || !allowed) {
        notOpen(agentId);
        if (change.kind !== 'halted') held.delete(agentId);
        if (words !== null) signals.raise('outbox');
      } else if (change.kind === 'connected' && session && open.get(agentId) === session) {
        connected.add(agentId);
        signals.raise('outbox');
      }
    } finally {
      recording.delete(agentId);
      changedSince.add(agentId);
    }
  };

  const wordsFor = async (
    { accountId, agentId, phone }: Session,
    change: ConnectionChange,
  ): Promise<string | null> => {
    const loss = lossOf(change);
    if (loss === null) return null;
    const agent = await agents.find(accountId, agentId);
    return agent && lostNumberText(agent.name, phone, loss);
  };

  messenger.listen({
    // What is about to leave for this chat sees at once that the owner wrote, and stays.
    arriving: (session, message) => {
      if (silencesAgent(message)) owner.began(session, message);
    },
    received: async (session, message) => {
      await receive(session, message);
      if (silencesAgent(message)) owner.kept(session, message);
    },
    connection: async (session, change) => {
      owner.forget(session);
      const number = open.get(session.agentId) ?? held.get(session.agentId);
      if (number) await changed(number, change);
    },
  });

  /** One thing at a time for each number, and no round waits for it: renewing the leases does not depend on any. */
  const attend = (agentId: number, work: () => Promise<void>): void => {
    if (busy.has(agentId)) return;
    busy.set(
      agentId,
      work()
        .catch(failed)
        .finally(() => {
          busy.delete(agentId);
          changedSince.add(agentId);
        }),
    );
  };

  /** A process that died meanwhile may have left the device linked: only an open session can unlink it. */
  const unlink = async (number: HeldNumber): Promise<void> => {
    if (!open.has(number.agentId)) await openSession(number);
    await messenger.logOut(number);
    await changed(number, { kind: 'closed', problem: null });
  };

  const follow = async (number: HeldNumber, mayOpen: boolean): Promise<void> => {
    const before = open.get(number.agentId);
    if (before && before.epoch !== number.epoch) await close(before);
    if (!open.has(number.agentId)) {
      if (!mayOpen) return;
      await openSession(number);
    }
    if (!number.pairingCodeWanted) codesAsked.delete(number.agentId);
    else if (!codesAsked.has(number.agentId)) {
      codesAsked.add(number.agentId);
      await messenger.requestPairingCode(number);
    }
  };

  const giveBack = async (number: HeldNumber): Promise<void> => {
    const session = open.get(number.agentId);
    if (session) await close(session);
    await gateway.giveBack(processId, [number]);
    held.delete(number.agentId);
  };

  const send = async (message: Queued, claimedAt: number): Promise<void> => {
    const loaded = await files.load(message.file);
    const session = trusted() && connected.has(message.agentId) ? open.get(message.agentId) : undefined;
    const overtaken = () => owner.overtakenSince(claimedAt, message);
    if (session && !overtaken()) {
      if (loaded.kind === 'loaded') pacing.left(message.agentId);
      const result =
        loaded.kind === 'loaded'
          ? await messenger.send(
              session,
              { ...message, attachment: loaded.attachment },
              () => trusted() && !overtaken(),
            )
          : unsent(message, loaded);
      if (result.kind !== 'held-back') {
        const wait = retryWaits[Math.min(message.attempts, retryWaits.length) - 1] ?? 10;
        answered = [...answered, { message, result, retryAt: after(clock.now(), wait * second) }];
        return signals.raise('outbox');
      }
    }
    const withheld = session !== undefined && overtaken();
    try {
      // When this fails, the message stays marked and is taken up again as if its process had died.
      await (withheld ? outbox.withhold(message, clock.now()) : outbox.putBack(message));
    } finally {
      underWay.delete(message.id);
    }
    if (withheld) signals.raise('outbox');
  };

  const placesOf = ({ agentId }: LeasedSession): number =>
    mostOfOne - [...underWay.values()].filter((message) => message.agentId === agentId).length;

  return {
    fence,

    hold: async () => {
      const askedAt = clock.elapsedMs();
      changedSince.clear();
      const { numbers, surplus } = await gateway.hold(processId, numberLeaseMs, { most, wave });
      if (stopped) return null;
      if (clock.elapsedMs() >= askedAt + trustedMs) {
        // Too late to be true: somebody else may hold these numbers by now.
        fence();
        return clock.now();
      }
      trustedUntil = askedAt + trustedMs;

      // What changed while the database was answering, it may not know of.
      const told = (agentId: number) =>
        !busy.has(agentId) && !recording.has(agentId) && !changedSince.has(agentId);
      const mine = new Map(numbers.map((number) => [number.agentId, number]));
      for (const agentId of [...held.keys()]) {
        if (mine.has(agentId) || !told(agentId)) continue;
        held.delete(agentId);
        const session = open.get(agentId);
        if (session) attend(agentId, () => close(session));
      }
      const known = numbers.filter(({ agentId }) => told(agentId));
      for (const number of known) held.set(number.agentId, number);

      const now = clock.now();
      const on = known.filter(({ wanted }) => wanted === 'on');
      const moving = on.filter(({ paired }) => paired).slice(0, Math.min(surplus, givenBackARound));
      const staying = on.filter((number) => !moving.includes(number));
      const closed = staying.filter(
        ({ agentId, epoch, haltedUntil }) =>
          open.get(agentId)?.epoch !== epoch && (haltedUntil === null || haltedUntil <= now),
      );
      // Somebody waits at a screen for what is not paired yet.
      const opening = new Set([...closed].sort((a, b) => Number(a.paired) - Number(b.paired)).slice(0, wave));
      for (const number of known.filter(({ wanted }) => wanted === 'off'))
        attend(number.agentId, () => unlink(number));
      for (const number of moving) attend(number.agentId, () => giveBack(number));
      for (const number of staying) attend(number.agentId, () => follow(number, opening.has(number)));
      return opening.size === wave ? after(now, nextWaveMs) : null;
    },

    deliver: async () => {
      await settle();
      if (!trusted() || stopped) return null;
      const room = mostUnderWay - underWay.size;
      const sessions = [...open.values()].filter(({ agentId }) => connected.has(agentId));
      if (room <= 0 || sessions.length === 0) return null;
      const marked = [...underWay.keys()];
      const lines = await pacing.lines(sessions, placesOf, marked);
      const claimedAt = owner.now();
      const claimed = await outbox.claim(
        processId,
        lines.filter(({ places }) => places > 0),
        marked,
        room,
        clock.now(),
      );
      for (const message of claimed) {
        underWay.set(message.id, message);
        files.inTurn(message, () => send(message, claimedAt)).catch(failed);
      }
      const againInMs = claimed.length > 0 ? 0 : pacing.againInMs();
      return againInMs === null ? null : after(clock.now(), againInMs);
    },

    expire: () => outbox.expire(clock.now()),

    stop: async () => {
      stopped = true;
      await Promise.all([...open.values()].map((session) => close(session)));
      held.clear();
      await settle().finally(() => gateway.letGo(processId));
    },
  };
};

/** A file that cannot be read for now: what of it may have been written before stays marked so. */
const unsent = ({ again }: Queued, problem: NotLoaded): Settled['result'] =>
  problem.kind === 'unknown' && !again ? { kind: 'not-written' } : problem;

const silencesAgent = ({ author, place, text }: IncomingMessage): boolean =>
  author === 'owner' && place === 'direct' && ownerCommand(text ?? '') !== 'start';

/** Why a number is lost until its owner does something; null where it is not, or was ended by the owner. */
const lossOf = (change: ConnectionChange): Loss | null => {
  const problem: ConnectionProblem | null =
    change.kind === 'halted' || change.kind === 'closed' ? change.problem : null;
  switch (problem) {
    case 'logged-out':
    case 'banned':
    case 'temporarily-banned':
    case 'replaced':
      return problem;
    default:
      return null;
  }
};
