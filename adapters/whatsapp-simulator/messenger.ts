import { postman } from '#core/application/whatsapp/postman.ts';
import { pause } from '#core/application/whatsapp/timers.ts';
import type { Messenger, MessengerListener, SendResult } from '#core/ports/messenger.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { nameOf, type World } from './world.ts';

const unknown: SendResult = { kind: 'unknown' };

/** The messenger of one process, over the simulated WhatsApp. */
export const simulatedMessenger = (world: World): Messenger => {
  const sessions = new Map<string, OpenSession>();
  const carrier = postman(world.timers);
  let listener: MessengerListener | null = null;

  return {
    listen(heard) {
      listener = heard;
    },

    async open(session) {
      const name = nameOf(session);
      if (sessions.has(name)) return;
      if (!listener) throw new Error('A session was opened before anybody listened.');
      let over = false;
      const gone = () => {
        over = true;
        sessions.delete(name);
      };
      const opened = openSession(session, { world, listener, postman: carrier, gone });
      if (!over) sessions.set(name, opened);
    },

    async requestPairingCode(session) {
      sessions.get(nameOf(session))?.askForCode();
    },

    async logOut(session) {
      sessions.get(nameOf(session))?.logOut();
    },

    async close(session) {
      sessions.get(nameOf(session))?.close();
    },

    async send(session, message, mayLeave = () => true) {
      if (!sessions.get(nameOf(session))?.connected) return unknown;
      if (!mayLeave()) return { kind: 'held-back' };
      try {
        const taken = world.send(session, message);
        await pause(world.timers, world.faults.delayMs);
        if (typeof taken === 'object') return { kind: 'rejected', why: taken.rejected };
        return taken === 'accepted' ? { kind: 'accepted' } : unknown;
      } catch {
        return unknown;
      }
    },

    async showTyping(session, chat) {
      if (sessions.get(nameOf(session))?.connected) world.showTyping(session, chat);
    },
  };
};
