import type { BurstTiming } from '#core/domain/burst.ts';
import { humanPauseEnd } from '#core/domain/pause.ts';
import { type Decision, decideReply } from '#core/domain/reply.ts';
import type { OwnerPause } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { IncomingMessage, Session } from '#core/ports/messenger.ts';

/**
 * Keeps what arrived in a chat, before its sender is told that it arrived. Rejects when it could not be kept: the
 * network then hands the message over again.
 */
export const receiveMessage =
  (
    { agents, clock, conversations, signals }: Pick<Ports, 'agents' | 'clock' | 'conversations' | 'signals'>,
    timing: BurstTiming,
  ) =>
  async (session: Session, message: IncomingMessage): Promise<void> => {
    if (message.place === 'elsewhere') return;
    if (message.author === 'customer') {
      const due = { dueInMs: timing.windowMs, maxMs: timing.maxMs };
      await conversations.accept(session, message, due, clock.now());
      return signals.raise('turns');
    }
    const agent = await agents.find(session.accountId, session.agentId);
    const decision = decideReply({
      from: 'owner',
      text: message.text,
      humanPauseMinutes: agent?.humanPauseMinutes ?? 0,
    });
    const now = clock.now();
    await conversations.ownerWrote(session, message, pauseAfter(decision, message.sentAt, now), now);
  };

const pauseAfter = (decision: Decision, writtenAt: Date, now: Date): OwnerPause => {
  if (decision.kind === 'obey') return { kind: decision.command };
  const until = decision.kind === 'step-back' ? humanPauseEnd(writtenAt, decision.humanPauseMinutes) : null;
  if (until === null) return { kind: 'none' };
  return until > now ? { kind: 'until', until } : { kind: 'past' };
};
