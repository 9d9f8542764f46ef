import { after, second } from '#core/domain/time.ts';
import type { Claim } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import { answerCustomer, type Worked } from './answer-customer.ts';
import type { HearingNeeds } from './hear.ts';
import type { SeeingNeeds } from './see.ts';

export type Worker = {
  /** Renews the leases on this worker's share of the accounts and on the conversations it is at. */
  hold(): Promise<void>;
  /** Takes up conversations that are due, as far as there is room. Answers when to look again, null for no hurry. */
  work(): Promise<Date | null>;
  /** Wakes conversations that nothing else would wake; answers how many there were. */
  rearm(): Promise<number>;
  /** Finishes what is under way, takes nothing new, and lets its share go. */
  stop(): Promise<void>;
};

type Needs = HearingNeeds &
  SeeingNeeds &
  Pick<Ports, 'buckets' | 'clock' | 'conversations' | 'embedder' | 'languageModel' | 'passages' | 'signals'>;

type Settings = {
  readonly workerId: string;
  /** Conversations answered at once. */
  readonly width: number;
  /** Hears how each turn ended, and how long it took from being taken up. */
  readonly worked: (outcome: Worked, milliseconds: number) => void;
  /** Hears of a turn that broke; it is taken up again when its lease has ended, three times at most. */
  readonly failed: (error: unknown) => void;
};

const bucketLeaseMs = 10 * second;
export const conversationLeaseMs = 15 * second;
/** Where something was due, more is soon; asking when exactly costs more than looking. */
const soonMs = 20;

/** Answers the conversations of this worker's share of the accounts, several at once, each by one worker. */
export const runWorker = (ports: Needs, { workerId, width, worked, failed }: Settings): Worker => {
  const { buckets, clock, conversations } = ports;
  const answer = answerCustomer(ports);
  const underWay = new Map<Claim, Promise<void>>();
  let share: readonly number[] = [];
  let stopping = false;

  const take = async (claim: Claim): Promise<void> => {
    const takenAt = clock.now().getTime();
    try {
      worked(await answer(claim), clock.now().getTime() - takenAt);
    } catch (error) {
      failed(error);
    }
    underWay.delete(claim);
    // Room again, and perhaps another burst of the same customer.
    ports.signals.raise('turns');
  };

  return {
    hold: async () => {
      const [held] = await Promise.all([
        buckets.hold(workerId, bucketLeaseMs),
        conversations.renew([...underWay.keys()], conversationLeaseMs, clock.now()),
      ]);
      share = held;
    },

    work: async () => {
      const room = width - underWay.size;
      if (stopping || room <= 0 || share.length === 0) return null;
      const claims = await conversations.claimDue(share, room, conversationLeaseMs, clock.now());
      for (const claim of claims) underWay.set(claim, take(claim));
      if (claims.length === 0) return conversations.nextDueAt(share);
      // With no room left, the end of a turn comes back here.
      return claims.length < room ? after(clock.now(), soonMs) : null;
    },

    rearm: () => conversations.rearm(clock.now()),

    stop: async () => {
      stopping = true;
      await Promise.all(underWay.values());
      await buckets.letGo(workerId);
    },
  };
};
