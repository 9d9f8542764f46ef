import type { BurstTiming } from '#core/domain/burst.ts';
import { humanPauseEnd } from '#core/domain/pause.ts';
import { type Decision, decideReply } from '#core/domain/reply.ts';
import { clean } from '#core/domain/text.ts';
import type { OwnerPause } from '#core/ports/conversation-store.ts';
import type { Ports } from '#core/ports/index.ts';
import type { IncomingMessage, Session } from '#core/ports/messenger.ts';
import { keywordsOfNow } from './keywords-of-now.ts';

/**
 * Keeps what arrived in a chat, before its sender is told that it arrived. Rejects when it could not be kept: the
 * network then hands the message over again.
 */
export const receiveMessage = (
  ports: Pick<Ports, 'agents' | 'clock' | 'conversations' | 'keywordFiles' | 'signals'>,
  timing: BurstTiming,
) => {
  const { agents, clock, conversations, signals } = ports;
  const holdsKeyword = keywordsOfNow(ports);
  return async (session: Session, received: IncomingMessage): Promise<void> => {
    if (received.place === 'elsewhere') return;
    const message = storable(received);
    if (message.author === 'customer') {
      const waits = !(await holdsKeyword(session, message));
      const due = { dueInMs: waits ? timing.windowMs : 0, maxMs: timing.maxMs };
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
};

/** What cannot be stored would be refused, and handed over again, for ever. */
const storable = (message: IncomingMessage): IncomingMessage => ({
  ...message,
  text: cleaned(message.text),
  customerName: cleaned(message.customerName),
});

const cleaned = (text: string | null): string | null => (text && clean(text)) || null;

const pauseAfter = (decision: Decision, writtenAt: Date, now: Date): OwnerPause => {
  if (decision.kind === 'obey') return { kind: decision.command };
  const until = decision.kind === 'step-back' ? humanPauseEnd(writtenAt, decision.humanPauseMinutes) : null;
  if (until === null) return { kind: 'none' };
  return until > now ? { kind: 'until', until } : { kind: 'past' };
};
