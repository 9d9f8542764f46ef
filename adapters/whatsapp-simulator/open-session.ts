import type { Postman } from '#core/application/whatsapp/postman.ts';
import { reports } from '#core/application/whatsapp/reports.ts';
import type { EndProblem, IncomingMessage, LeasedSession, MessengerListener } from '#core/ports/messenger.ts';
import { type ChatKey, identitiesOf, isGroup } from './address.ts';
import { mediaRef } from './media.ts';
import { type Pairing, startPairing } from './pairing.ts';
import { type Delivery, mine } from './state.ts';
import { type Client, nameOf, type World } from './world.ts';

export type OpenSession = {
  readonly connected: boolean;
  askForCode(): void;
  logOut(): void;
  close(): void;
};

type Surroundings = {
  readonly world: World;
  readonly listener: MessengerListener;
  readonly postman: Postman;
  /** The session is no longer open, for whatever reason. */
  readonly gone: () => void;
};

/** One session from its opening to its end: pairing → connected ⇄ reconnecting → over. */
export const openSession = (
  session: LeasedSession,
  { world, listener, postman, gone }: Surroundings,
): OpenSession => {
  let phase: 'opening' | 'pairing' | 'connected' | 'reconnecting' | 'over' = 'opening';
  let announced = false;
  let connections = 0;
  let pairing: Pairing | null = null;
  const told = reports((change) => listener.connection(session, change), world.timers);

  const ring = (chat: ChatKey): void =>
    postman.ring({
      name: `${nameOf(session)}|${chat}`,
      next() {
        const delivery = phase === 'connected' && announced ? world.waiting(session, chat)[0] : null;
        if (!delivery) return null;
        return async () => {
          await listener.received(session, reportOf(chat, delivery));
          world.taken(session, chat, delivery);
        };
      },
    });

  const connect = async (): Promise<void> => {
    phase = 'connected';
    announced = false;
    connections += 1;
    const connection = connections;
    world.markLate(session);
    await told.say({ kind: 'connected' });
    if (connection !== connections) return;
    announced = true;
    const chats = world.chatsWaiting(session);
    for (const chat of chats)
      for (const delivery of world.waiting(session, chat))
        listener.arriving(session, reportOf(chat, delivery));
    chats.forEach(ring);
  };

  const lose = (): Promise<void> => {
    phase = 'reconnecting';
    return told.say({ kind: 'reconnecting' });
  };

  const leave = (): void => {
    phase = 'over';
    pairing?.stop();
    world.detach(session, client);
    gone();
  };

  const drop = (): void => {
    leave();
    told.hush();
  };

  const end = (problem: EndProblem): Promise<void> => {
    leave();
    return told.say({ kind: 'closed', problem });
  };

  const client: Client = {
    paired() {
      pairing?.stop();
      return connect();
    },
    over(problem) {
      if (problem === 'logged-out') world.forget(session);
      return end(problem);
    },
    halted(problem, until) {
      leave();
      return told.say({ kind: 'halted', problem, until });
    },
    lineChanged() {
      if (phase !== 'connected' && phase !== 'reconnecting') return Promise.resolve();
      return world.lineDown(session.phone) ? lose() : connect();
    },
    replaced: drop,
    arrived: (chat, delivery) => {
      listener.arriving(session, reportOf(chat, delivery));
      if (announced) ring(chat);
    },
    get connected() {
      return phase === 'connected';
    },
  };

  const begin = (): void => {
    if (!world.attach(session, client)) return void gone();
    const standing = world.standing(session);
    if (standing === 'revoked') return void client.over('logged-out');
    if (standing === 'linked') return void (world.lineDown(session.phone) ? lose() : connect());
    phase = 'pairing';
    pairing = startPairing(world, session, {
      qr: (payload) => void told.say({ kind: 'qr', payload }),
      code: (code) => void told.say({ kind: 'pairing-code', code }),
      expired: () => void end('expired'),
    });
  };
  begin();

  return {
    get connected() {
      return phase === 'connected';
    },
    askForCode() {
      if (phase === 'pairing') pairing?.askForCode();
    },
    logOut() {
      world.forget(session);
      drop();
    },
    close: drop,
  };
};

const reportOf = (chat: ChatKey, { message, late }: Delivery): IncomingMessage => ({
  providerId: message.id,
  chat: message.names.chat,
  place: isGroup(message.names.chat) ? 'elsewhere' : 'direct',
  author: message.author === 'owner' ? 'owner' : 'customer',
  identities: identitiesOf(message.names),
  customerName: message.customerName,
  kind: message.kind,
  text: message.text,
  audioSeconds: message.audioSeconds,
  media: message.media && {
    mimeType: message.media.type,
    bytes: message.media.bytes,
    fileName: message.media.fileName ?? null,
    ref: mediaRef({ chat, fromMe: mine(message), id: message.id }),
  },
  sentAt: new Date(message.sentAt),
  late,
});
