import { postman } from '#core/application/whatsapp/postman.ts';
import type { Timers } from '#core/application/whatsapp/timers.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { DeviceStore } from '#core/ports/device-store.ts';
import type { Messenger, MessengerListener, SendResult, Session } from '#core/ports/messenger.ts';
import type { Network } from './connection.ts';
import { loginGate } from './gate.ts';
import { type Line, type LineEvent, openLine } from './line.ts';
import { type Timings, usualTimings } from './timings.ts';

export type BaileysOptions = {
  readonly devices: DeviceStore;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** What happens to lines, for those who run the product; names no phone and holds no text. */
  readonly say: (event: LineEvent) => void;
  readonly network?: Partial<Network>;
  readonly timings?: Partial<Timings>;
};

const unknown: SendResult = { kind: 'unknown' };
const loginsAtOnce = 4;
const loginMs = 60_000;

/** WhatsApp through Baileys: the messenger of one process, with a line for each session that is open here. */
export const baileysMessenger = ({
  devices,
  clock,
  timers,
  random,
  say,
  ...options
}: BaileysOptions): Messenger => {
  const network: Network = { url: null, version: null, uploads: null, ...options.network };
  const timings: Timings = { ...usualTimings, ...options.timings };
  const lines = new Map<number, Line>();
  const opening = new Map<number, Promise<void>>();
  const carrier = postman(timers);
  const gate = loginGate(timers, loginsAtOnce, loginMs, clock.now);
  let listener: MessengerListener | null = null;

  const lineOf = ({ agentId }: Session): Line | undefined => lines.get(agentId);

  /** One that is just being opened is there, too. */
  const lineToLeave = async ({ agentId }: Session): Promise<Line | undefined> => {
    await opening.get(agentId)?.catch(() => undefined);
    return lines.get(agentId);
  };

  return {
    listen(heard) {
      listener = heard;
    },

    async open(session) {
      const heard = listener;
      if (!heard) throw new Error('A session was opened before anybody listened.');
      if (lineOf(session)) return;
      const before = opening.get(session.agentId);
      if (before) return before;
      const open = async (): Promise<void> => {
        const device = await devices.open(session);
        if (!device) return;
        const line = openLine(session, device, {
          listener: heard,
          postman: carrier,
          gate,
          network,
          timings,
          timers,
          random,
          say,
          now: clock.now,
          elapsedMs: clock.elapsedMs,
          wipe: () => devices.wipe(session),
          gone: () => {
            if (lines.get(session.agentId) === line) lines.delete(session.agentId);
          },
        });
        lines.set(session.agentId, line);
      };
      const opened = open().finally(() => opening.delete(session.agentId));
      opening.set(session.agentId, opened);
      return opened;
    },

    requestPairingCode: async (session) => lineOf(session)?.askForCode(),
    logOut: async (session) => (lineOf(session) ?? (await lineToLeave(session)))?.logOut(),
    close: async (session) => (lineOf(session) ?? (await lineToLeave(session)))?.close(),
    send: async (session, message, mayLeave = () => true) =>
      (await lineOf(session)?.send(message, mayLeave)) ?? unknown,
    showTyping: async (session, chat) => lineOf(session)?.showTyping(chat),
  };
};
