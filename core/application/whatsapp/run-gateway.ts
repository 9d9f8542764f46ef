import type { BurstTiming } from '#core/domain/burst.ts';
import { ownerCommand } from '#core/domain/pause.ts';
import { after, second } from '#core/domain/time.ts';
import type { HeldNumber } from '#core/ports/gateway-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { ConnectionChange, IncomingMessage, Session } from '#core/ports/messenger.ts';
import type { Queued, Settled } from '#core/ports/outbox-store.ts';
import { receiveMessage } from '../conversation/receive-message.ts';
import { ownerWrites } from './owner-writes.ts';

export type Gateway = {
  /** Renews the leases, opens what is wanted, closes what is not. Answers how many numbers are held. */
  hold(): Promise<number>;
  /** Takes up what waits to be sent, as far as there is room; answers how many messages that were. */
  deliver(): Promise<number>;
  /** Closes every session and lets the numbers go. */
  stop(): Promise<void>;
};

type Needs = Pick<
  Ports,
  'agents' | 'clock' | 'conversations' | 'gateway' | 'messenger' | 'outbox' | 'signals'
>;

export const numberLeaseMs = 15 * second;
/** Messages under way at once; of one contact never more than one. */
const mostUnderWay = 64;
const retryWaits = [1, 3, 10] as const;

/**
 * This process's hold on WhatsApp: which numbers it speaks for, what comes in by them and what goes out.
 * `failed` hears of what could not be written down; the rows stay as they are and are taken up again.
 */
export const runGateway = (
  ports: Needs,
  { timing, processId, failed }: { timing: BurstTiming; processId: string; failed: (error: unknown) => void },
): Gateway => {
  const { clock, gateway, messenger, outbox, signals } = ports;
  const receive = receiveMessage(ports, timing);
  const held = new Map<number, HeldNumber>();
  /** Only what a line can take is marked as being sent: the rest can still be called back by the owner, and expire. */
  const connected = new Set<number>();
  const codesAsked = new Set<number>();
  const owner = ownerWrites();
  const underWay = new Set<number>();
  /** What the network said and is not written down yet; each round writes it down together. */
  let answered: readonly Settled[] = [];
  const settle = async (): Promise<void> => {
    const settled = answered;
    if (settled.length === 0) return;
    await outbox.settle(settled, clock.now());
    answered = answered.slice(settled.length);
    for (const { message } of settled) underWay.delete(message.id);
  };

  const changed = async (session: Session, change: ConnectionChange): Promise<void> => {
    connected.delete(session.agentId);
    const allowed = await gateway.record(processId, session, change, clock.now());
    if (!allowed) {
      await messenger.logOut(session);
      await gateway.record(
        processId,
        session,
        { kind: 'closed', problem: 'connected-elsewhere' },
        clock.now(),
      );
    }
    if (change.kind === 'closed' || !allowed) held.delete(session.agentId);
    else if (change.kind === 'connected') {
      connected.add(session.agentId);
      signals.raise('outbox');
    }
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
    connection: (session, change) => {
      owner.forget(session);
      return changed(session, change);
    },
  });

  const follow = async (number: HeldNumber): Promise<void> => {
    if (number.wanted === 'off') {
      // A process that died meanwhile may have left the device linked: only an open session can unlink it.
      await messenger.open(number);
      await messenger.logOut(number);
      return changed(number, { kind: 'closed', problem: null });
    }
    if (!held.has(number.agentId)) {
      held.set(number.agentId, number);
      await messenger.open(number).catch((error: unknown) => {
        held.delete(number.agentId);
        throw error;
      });
    }
    if (!number.pairingCodeWanted) codesAsked.delete(number.agentId);
    else if (!codesAsked.has(number.agentId)) {
      codesAsked.add(number.agentId);
      await messenger.requestPairingCode(number);
    }
  };

  const send = async (message: Queued, claimedAt: number): Promise<void> => {
    const session = connected.has(message.agentId) ? held.get(message.agentId) : undefined;
    if (session && !owner.overtakenSince(claimedAt, message)) {
      const result = await messenger.send(session, message);
      const wait = retryWaits[Math.min(message.attempts, retryWaits.length) - 1] ?? 10;
      answered = [...answered, { message, result, retryAt: after(clock.now(), wait * second) }];
      return signals.raise('outbox');
    }
    // When this fails, the message stays marked and is taken up again as if its process had died.
    await (session ? outbox.withhold(message, clock.now()) : outbox.putBack(message)).finally(() =>
      underWay.delete(message.id),
    );
  };

  return {
    hold: async () => {
      const mine = await gateway.hold(processId, clock.now(), numberLeaseMs);
      const ids = new Set(mine.map((number) => number.agentId));
      for (const number of [...held.values()].filter(({ agentId }) => !ids.has(agentId))) {
        held.delete(number.agentId);
        connected.delete(number.agentId);
        await messenger.close(number);
      }
      await Promise.all(mine.map(follow));
      await outbox.expire(clock.now());
      return held.size;
    },

    deliver: async () => {
      await settle();
      const room = mostUnderWay - underWay.size;
      if (room <= 0) return 0;
      const claimedAt = owner.now();
      const lines = [...held.values()].filter(({ agentId }) => connected.has(agentId));
      const claimed = await outbox.claim(lines, [...underWay], room, clock.now());
      for (const message of claimed) {
        underWay.add(message.id);
        send(message, claimedAt).catch(failed);
      }
      return claimed.length;
    },

    stop: async () => {
      await Promise.all([...held.values()].map((number) => messenger.close(number)));
      held.clear();
      await settle().finally(() => gateway.letGo(processId));
    },
  };
};

const silencesAgent = ({ author, place, text }: IncomingMessage): boolean =>
  author === 'owner' && place === 'direct' && ownerCommand(text ?? '') !== 'start';
