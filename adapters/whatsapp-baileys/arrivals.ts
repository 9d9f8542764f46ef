import type { Postman } from '#core/application/whatsapp/postman.ts';
import type { DeviceInbox } from '#core/ports/device-store.ts';
import type { IncomingMessage, MessengerListener, Session } from '#core/ports/messenger.ts';
import { fromKept, reportOf } from './content.ts';

/** Messages that are kept and not reported yet, chat by chat. */
export type Arrivals = {
  /** What was kept before this process had the session. */
  load(): Promise<void>;
  /** Null for what nobody has to hear of, and for what waits already. */
  arrived(id: number, kept: string): IncomingMessage | null;
  /** The line was lost: whatever waits is late now. */
  markLate(): void;
  /** The listener knows that the line is up: it hears of everything that waits, and of what comes from now on. */
  start(): void;
  stop(): void;
};

type Waiting = {
  readonly id: number;
  readonly chat: string;
  readonly message: IncomingMessage;
  late: boolean;
};

const pageSize = 500;

export const arrivals = (
  session: Session,
  inbox: DeviceInbox,
  listener: MessengerListener,
  postman: Postman,
): Arrivals => {
  const chats = new Map<string, Waiting[]>();
  const known = new Set<number>();
  let started = false;

  const add = (id: number, kept: string, late: boolean): Waiting | null => {
    const content = fromKept(kept);
    const message = reportOf(content, late || content.envelope?.offline === true);
    if (!message) return null;
    // The same chat goes by the phone in one message and by the LID in the next.
    const name = content.envelope?.lid ?? content.envelope?.phone ?? message.chat;
    const waiting = { id, chat: name, message, late: message.late };
    known.add(id);
    const chat = chats.get(name);
    if (chat) chat.push(waiting);
    else chats.set(name, [waiting]);
    return waiting;
  };

  const announce = ({ message, late }: Waiting): void => listener.arriving(session, { ...message, late });

  const ring = (chat: string): void =>
    postman.ring({
      name: `${session.agentId} ${chat}`,
      next() {
        const first = started ? chats.get(chat)?.[0] : undefined;
        if (!first) return null;
        return async () => {
          await listener.received(session, { ...first.message, late: first.late });
          await inbox.reported([first.id]);
          known.delete(first.id);
          const rest = chats.get(chat)?.filter((waiting) => waiting !== first) ?? [];
          if (rest.length > 0) chats.set(chat, rest);
          else chats.delete(chat);
        };
      },
    });

  return {
    async load() {
      chats.clear();
      known.clear();
      let last = 0;
      for (;;) {
        const page = await inbox.unreported(last, pageSize);
        const useless = page.filter(({ id, content }) => !known.has(id) && !add(id, content, true));
        await inbox.reported(useless.map(({ id }) => id));
        const newest = page.at(-1);
        if (!newest || page.length < pageSize) return;
        last = newest.id;
      }
    },

    arrived(id, kept) {
      const waiting = known.has(id) ? null : add(id, kept, false);
      if (waiting && started) {
        announce(waiting);
        ring(waiting.chat);
      }
      return waiting?.message ?? null;
    },

    markLate() {
      for (const waiting of [...chats.values()].flat()) waiting.late = true;
    },

    start() {
      started = true;
      for (const waiting of [...chats.values()].flat()) announce(waiting);
      for (const chat of chats.keys()) ring(chat);
    },

    stop() {
      started = false;
    },
  };
};
