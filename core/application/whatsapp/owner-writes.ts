import { byPhone } from '#core/domain/contact.ts';
import type { IncomingMessage, OutgoingMessage } from '#core/ports/messenger.ts';

type Chat = { readonly agentId: number };
type Addressed = Pick<OutgoingMessage, 'chat' | 'phone'>;

export type OwnerWrites = {
  /** Remembers, at once, that the owner wrote in this chat. */
  readonly began: (session: Chat, message: IncomingMessage) => void;
  /** The database knows of it from now on. */
  readonly kept: (session: Chat, message: IncomingMessage) => void;
  /** The session is not what it was: what it did not hand over comes again or never. */
  readonly forget: (session: Chat) => void;
  /** A moment to compare with. */
  readonly now: () => number;
  /** Whether this message may overtake the owner: one of hers is not kept yet, or was not yet at that moment. */
  readonly overtakenSince: (moment: number, message: Addressed & Chat) => boolean;
};

const remembered = 10_000;

/**
 * Which chats the owner wrote in while something was on its way out. The database learns of it a moment later; this
 * is what keeps an answer from leaving in that moment.
 */
export const ownerWrites = (): OwnerWrites => {
  const notKept = new Set<string>();
  const lastAt = new Map<string, number>();
  let moment = 0;
  const remember = (key: string) => {
    lastAt.delete(key);
    lastAt.set(key, moment);
    const oldest = lastAt.keys().next();
    if (lastAt.size > remembered && !oldest.done) lastAt.delete(oldest.value);
  };
  return {
    began: (session, message) => {
      for (const key of keysOfIncoming(session, message)) notKept.add(key);
    },
    kept: (session, message) => {
      moment += 1;
      for (const key of keysOfIncoming(session, message)) {
        notKept.delete(key);
        remember(key);
      }
    },
    forget: ({ agentId }) => {
      for (const key of notKept) if (key.startsWith(`${agentId} `)) notKept.delete(key);
    },
    now: () => moment,
    overtakenSince: (since, message) =>
      keysOfOutgoing(message).some((key) => notKept.has(key) || (lastAt.get(key) ?? 0) > since),
  };
};

const keysOfIncoming = ({ agentId }: Chat, { chat, identities }: IncomingMessage): readonly string[] => [
  `${agentId} ${chat}`,
  ...identities.map(({ kind, value }) => `${agentId} ${kind} ${value}`),
];

const keysOfOutgoing = ({ agentId, chat, phone }: Addressed & Chat): readonly string[] => [
  ...(chat === null ? [] : [`${agentId} ${chat}`]),
  ...(phone === null ? [] : [`${agentId} phone ${byPhone(phone).value}`]),
];
