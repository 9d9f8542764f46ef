import {
  afterLeaving,
  automaticLeavesAt,
  longestTypingMs,
  noneLeft,
  type Pace,
  roomAt,
  typingMs,
} from '#core/domain/pace.ts';
import type { Ports } from '#core/ports/index.ts';
import type { LeasedSession } from '#core/ports/messenger.ts';
import type { Line, Upcoming } from '#core/ports/outbox-store.ts';

/** When what may leave by a number. */
export type Pacing = {
  /** What may leave by each of these numbers now, `places` at most. */
  lines(
    numbers: readonly LeasedSession[],
    places: (number: LeasedSession) => number,
    underWay: readonly number[],
  ): Promise<readonly Line[]>;
  /** Something leaves by this number now. */
  left(agentId: number): void;
  /** What was about to leave by this number is not any more. */
  forget(agentId: number): void;
  /** In how many milliseconds something may leave that may not now; null: nothing waits for its time. */
  againInMs(): number | null;
};

/** As fast as the network takes it. */
export const noPacing: Pacing = {
  lines: async (numbers, places) =>
    numbers.map((number) => ({ ...number, places: places(number), automatic: 'any' })),
  left: () => undefined,
  forget: () => undefined,
  againInMs: () => null,
};

/** A message that its customer sees being typed, and that is claimed only when it leaves. */
type Plan = {
  readonly upcoming: Upcoming;
  readonly typedFrom: number;
  readonly typedUntil: number;
  typing: boolean;
};

type Needs = Pick<Ports, 'clock' | 'messenger' | 'outbox'>;

/** As a person would: one after another, typing each, with a pause after it. */
export const humanPacing = (
  { clock, messenger, outbox }: Needs,
  { random, failed }: { random: () => number; failed: (error: unknown) => void },
): Pacing => {
  const paces = new Map<number, Pace>();
  const plans = new Map<number, Plan>();
  const paceOf = (agentId: number) => paces.get(agentId) ?? noneLeft;
  const now = () => clock.elapsedMs();

  const planFor = (upcoming: Upcoming): Plan => {
    const ms = upcoming.fate === 'sent' ? typingMs(upcoming.text) : 0;
    const typedUntil = Math.max(now() + ms, automaticLeavesAt(paceOf(upcoming.agentId), now()));
    return { upcoming, typedFrom: typedUntil - ms, typedUntil, typing: ms === 0 };
  };

  /** The owner may have written from the panel meanwhile: the pause after that counts too. */
  const leavesAt = ({ upcoming, typedUntil }: Plan): number =>
    upcoming.fate === 'dropped'
      ? now()
      : Math.max(typedUntil, automaticLeavesAt(paceOf(upcoming.agentId), now()));

  const type = (number: LeasedSession, plan: Plan): void => {
    plan.typing = true;
    if (plan.upcoming.chat !== null) messenger.showTyping(number, plan.upcoming.chat).catch(failed);
  };

  return {
    lines: async (numbers, places, underWay) => {
      const unplanned = numbers.filter(
        ({ agentId }) =>
          !plans.has(agentId) && automaticLeavesAt(paceOf(agentId), now()) - now() <= longestTypingMs,
      );
      for (const upcoming of await outbox.upcoming(unplanned, underWay, clock.now()))
        plans.set(upcoming.agentId, planFor(upcoming));
      return numbers.map((number) => {
        const plan = plans.get(number.agentId);
        if (plan && !plan.typing && plan.typedFrom <= now()) type(number, plan);
        const room = Math.min(places(number), roomAt(paceOf(number.agentId), now()));
        const ready = plan && room > 0 && leavesAt(plan) <= now();
        if (ready) plans.delete(number.agentId);
        return { ...number, places: room, automatic: ready ? plan.upcoming.id : 'none' };
      });
    },

    left: (agentId) => {
      paces.set(agentId, afterLeaving(paceOf(agentId), now(), random()));
    },

    forget: (agentId) => void plans.delete(agentId),

    againInMs: () => {
      const waits = [...plans.values()].map(
        (plan) => (plan.typing ? leavesAt(plan) : plan.typedFrom) - now(),
      );
      return waits.length > 0 ? Math.max(0, Math.min(...waits)) : null;
    },
  };
};
