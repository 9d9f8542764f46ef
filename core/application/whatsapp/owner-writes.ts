import { byPhone } from '#core/domain/contact.ts';
import type { IncomingMessage, OutgoingMessage } from '#core/ports/messenger.ts';

type Chat = { readonly agentId: number };
type Note = (session: Chat, message: IncomingMessage) => void;

export type OwnerWrites = {
  /** Remembers, at once, that the owner wrote in this chat. */
  readonly note: Note;
  /** A moment to compare with. */
  readonly now: () => number;
  /** Whether the owner wrote in the chat of this message after that moment. */
  readonly since: (moment: number, message: OutgoingMessage & Chat) => boolean;
};

const remembered = 10_000;

/**
 * Which chats the owner wrote in while something was on its way out. The database learns of it a moment later; this
 * is what keeps an answer from leaving in that moment.
 */
export const ownerWrites = (): OwnerWrites => {
  const last = new Map<string, number>();
  let count = 0;
  const remember = (key: string) => {
    last.delete(key);
    last.set(key, count);
    const oldest = last.keys().next();
    if (last.size > remembered && !oldest.done) last.delete(oldest.value);
  };
  return {
    note: (session, message) => {
      count += 1;
      for (const key of keysOfIncoming(session, message)) remember(key);
    },
    now: () => count,
    since: (moment, message) => keysOfOutgoing(message).some((key) => (last.get(key) ?? 0) > moment),
  };
};

const keysOfIncoming = ({ agentId }: Chat, { chat, identities }: IncomingMessage): readonly string[] => [
  `${agentId} ${chat}`,
  ...identities.map(({ kind, value }) => `${agentId} ${kind} ${value}`),
];

const keysOfOutgoing = ({ agentId, chat, phone }: OutgoingMessage & Chat): readonly string[] => [
  ...(chat === null ? [] : [`${agentId} ${chat}`]),
  ...(phone === null ? [] : [`${agentId} phone ${byPhone(phone).value}`]),
];
