import './silence.ts';
import {
  type AuthenticationCreds,
  initAuthCreds,
  jidDecode,
  type WAMessageKey,
} from '@whiskeysockets/baileys';
import type { Postman } from '#core/application/whatsapp/postman.ts';
import { reports } from '#core/application/whatsapp/reports.ts';
import { atMost, type Timers } from '#core/application/whatsapp/timers.ts';
import { parsePhone, phoneKey } from '#core/domain/phone.ts';
import { after } from '#core/domain/time.ts';
import { type Device, Superseded } from '#core/ports/device-store.ts';
import type {
  EndProblem,
  HaltProblem,
  IncomingMessage,
  LeasedSession,
  MessengerListener,
  OutgoingMessage,
  SendResult,
} from '#core/ports/messenger.ts';
import { arrivals } from './arrivals.ts';
import {
  type Connection,
  type Surroundings as ConnectionSurroundings,
  openConnection,
} from './connection.ts';
import { afterDisconnect, type Disconnect, type Verdict } from './disconnects.ts';
import type { Gate } from './gate.ts';
import { credentialsFrom, toText } from './serialization.ts';
import { reportUnreadable } from './unreadable.ts';

/** One number, from the opening of its session to its end, over as many connections as it takes. */
export type Line = {
  askForCode(): Promise<void>;
  logOut(): Promise<void>;
  close(): Promise<void>;
  send(message: OutgoingMessage, mayLeave: () => boolean): Promise<SendResult>;
  showTyping(chat: string): Promise<void>;
};

export type LineEvent = { readonly what: string; readonly agentId: number; readonly code?: number | null };

type Surroundings = ConnectionSurroundings & {
  readonly listener: MessengerListener;
  readonly postman: Postman;
  readonly gate: Gate;
  readonly now: () => Date;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly say: (event: LineEvent) => void;
  /** Forgets the device's credentials and keys. */
  readonly wipe: () => Promise<void>;
  /** The session is no longer open, for whatever reason. */
  readonly gone: () => void;
};

type Phase = 'connecting' | 'pairing' | 'connected' | 'leaving' | 'over';

const unknown: SendResult = { kind: 'unknown' };
const mostUnread = 50;
/** WhatsApp's word for a QR code that nobody scanned. */
const timedOut = 408;
const longestWaitMs = 120_000;
/** So many acknowledgements missed in a row mean that the line, not the message, is at fault. */
const mostMissedAcks = 2;
/** A program that takes the session over once an hour is in the way; twice a minute it is a fight. */
const replacedAgainMs = 10 * 60_000;

export const openLine = (session: LeasedSession, device: Device, around: Surroundings): Line => {
  const { timings, timers, listener, gate, random, now, elapsedMs, say, wipe } = around;
  const told = reports((change) => listener.connection(session, change), timers);
  const waiting = arrivals(session, device.inbox, listener, around.postman);
  const openedAt = elapsedMs();
  const unread = new Map<string, WAMessageKey[]>();

  let phase: Phase = 'connecting';
  let creds: AuthenticationCreds = device.credentials ? credentialsFrom(device.credentials) : initAuthCreds();
  let connection: Connection | null = null;
  let leaveGate = () => {};
  let callOff = () => {};
  let resting = false;
  let attempt = 0;
  let upSince: number | null = null;
  let triedAt = 0;
  let missedAcks = 0;
  let replacedAt: number | null = null;
  let codeWanted = false;
  let codeOf: Connection | null = null;
  let shownQr = false;
  let wrongNumber = false;
  /** On its way to being over: what the network says to our goodbye is no news. */
  let ending = false;
  let looks = 0;
  let connectedOrOver = Promise.withResolvers<void>();

  const paired = (): boolean => creds.account !== undefined && creds.account !== null;
  const is = (...phases: readonly Phase[]): boolean => phases.includes(phase);
  const event = (what: string, code: number | null = null): void =>
    say({ what, agentId: session.agentId, ...(code !== null && { code }) });

  const failed = (error: unknown): void => {
    if (error instanceof Superseded) drop();
    else event(`trouble: ${error instanceof Error ? error.name : typeof error}`);
  };

  const connect = async (): Promise<void> => {
    if (gate.shutUntil) return halt('client-too-old', gate.shutUntil);
    const leave = await gate.enter();
    if (is('over')) return leave();
    leaveGate = leave;
    // Shut, perhaps, by whoever stood before us.
    if (gate.shutUntil) return halt('client-too-old', gate.shutUntil);
    // Half a pairing is worth nothing to the next connection, and looks like a device that nobody knows.
    if (!paired()) creds = initAuthCreds();
    // Refused when a newer lease has the device: logging in would throw its owner out.
    else await inTime(timers, timings.connectMs, device.saveCredentials(toText(creds)));
    if (is('over')) return leave();
    wrongNumber = paired() && !isOurs();
    triedAt = elapsedMs();
    const own = openConnection(
      device,
      creds,
      () => !wrongNumber && phase !== 'leaving',
      {
        qr: (payload) => showQr(payload),
        paired: () => checkNumber(),
        opened: () => void opened(own).catch(failed),
        ended: (trouble) => ended(own, trouble),
        kept: (received, ids) => {
          for (const [i, id] of ids.entries()) {
            const content = received[i]?.content;
            if (id !== null && content !== undefined) remember(waiting.arrived(id, content));
          }
        },
        broken: (error) => {
          failed(error);
          recycle(own);
        },
        failed,
      },
      around,
    );
    connection = own;
  };

  const tryToConnect = (): void => {
    resting = false;
    connect().catch((error: unknown) => {
      leaveGate();
      failed(error);
      attempt += 1;
      if (!is('over')) retry(longestWaitMs / (1 + 32 / attempt));
    });
  };

  const retry = (afterMs: number): void => {
    resting = true;
    callOff = timers.after(afterMs * timings.waits, tryToConnect);
  };

  /** Marked as read once the agent answers; what it does not answer stays unread for the owner. */
  const remember = (message: IncomingMessage | null): void => {
    if (message?.author !== 'customer') return;
    const { chat, providerId } = message;
    const key = { remoteJid: chat, id: providerId, fromMe: false };
    unread.set(chat, [...(unread.get(chat) ?? []), key].slice(-mostUnread));
    const oldest = unread.keys().next();
    if (unread.size > mostUnread && !oldest.done) unread.delete(oldest.value);
  };

  const showQr = (payload: string): void => {
    // The library goes on renewing codes after one was used.
    if (paired()) return;
    leaveGate();
    phase = 'pairing';
    shownQr = true;
    void told.say({ kind: 'qr', payload });
    if (codeWanted) askForCode().catch(failed);
  };

  const isOurs = (): boolean => {
    const number = parsePhone(`+${jidDecode(creds.me?.id)?.user ?? ''}`);
    return number !== null && phoneKey(number) === phoneKey(session.phone);
  };

  const checkNumber = (): void => {
    wrongNumber = !isOurs();
    attempt = 0;
    phase = 'connecting';
  };

  const opened = async (own: Connection): Promise<void> => {
    leaveGate();
    upSince = elapsedMs();
    missedAcks = 0;
    if (wrongNumber) return end('wrong-number');
    // What the owner wrote meanwhile has to be known before anything leaves.
    if (phase !== 'leaving') await catchUp(own);
    if (connection !== own) return;
    connectedOrOver.resolve();
    if (phase === 'leaving') return;
    phase = 'connected';
    waiting.markLate();
    await told.say({ kind: 'connected' });
    if (phase === 'connected' && connection === own) waiting.start();
  };

  /** After a night away a lot comes in: as long as it does, it is waited for. */
  const catchUp = async (own: Connection): Promise<void> => {
    let isDone = false;
    const done = own.caughtUp.then(() => {
      isDone = true;
    });
    do {
      triedAt = elapsedMs();
      await atMost(timers, timings.catchUpMs, done);
    } while (!isDone && own.isBehind && connection === own && !is('leaving'));
  };

  const lost = (): void => {
    waiting.stop();
    waiting.markLate();
    if (phase !== 'connected') return;
    phase = 'connecting';
    connectedOrOver = Promise.withResolvers();
    void told.say({ kind: 'reconnecting' });
  };

  const ended = (own: Connection, { code, data }: Disconnect): void => {
    leaveGate();
    if (connection !== own || is('over') || ending) return;
    connection = null;
    if (upSince !== null && elapsedMs() - upSince >= timings.steadyMs) attempt = 0;
    upSince = null;
    if (phase !== 'leaving') event('disconnected', code);
    const codesUsedUp = shownQr && code === timedOut;
    if (!paired() && (codesUsedUp || elapsedMs() - openedAt > timings.pairingMs)) {
      end(shownQr ? 'expired' : 'unreachable').catch(failed);
      return;
    }
    const replacedBefore = replacedAt !== null && elapsedMs() - replacedAt < replacedAgainMs;
    obey(afterDisconnect({ code, data }, { replacedBefore, attempt }, random(), now()));
  };

  const obey = (verdict: Verdict): void => {
    switch (verdict.kind) {
      case 'restart':
        attempt += 1;
        lost();
        if (paired() && attempt === 1) tryToConnect();
        else retry(Math.min(attempt * 1_000, longestWaitMs));
        return;
      case 'retry':
        attempt += 1;
        if (verdict.replaced) replacedAt = elapsedMs();
        lost();
        retry(verdict.afterMs);
        return;
      case 'halt':
        if (verdict.problem === 'client-too-old') gate.shut(after(now(), tooOldMs));
        halt(verdict.problem, verdict.problem === 'client-too-old' ? gate.shutUntil : verdict.until);
        return;
      case 'end':
        // A phone that was refused is told to unlink us, and says so.
        end(wrongNumber ? 'wrong-number' : paired() ? 'logged-out' : 'unreachable').catch(failed);
    }
  };

  /** The connection is of no use: another one takes its place. */
  const recycle = (own: Connection): void => {
    if (connection !== own || is('over', 'leaving')) return;
    void own.end();
    ended(own, { code: null, data: null });
  };

  const finish = (): void => {
    if (is('over')) return;
    phase = 'over';
    callOff();
    stopWatching();
    leaveGate();
    waiting.stop();
    around.gone();
    connectedOrOver.resolve();
    const last = connection;
    connection = null;
    void last?.end();
  };

  const drop = (): void => {
    told.hush();
    finish();
  };

  const halt = (problem: HaltProblem, until: Date | null): void => {
    finish();
    event(`halted: ${problem}`);
    void told.say({ kind: 'halted', problem, until });
  };

  const end = async (problem: EndProblem): Promise<void> => {
    if (is('over') || ending) return;
    ending = true;
    if (problem === 'wrong-number') await atMost(timers, timings.leaveMs, unlinked());
    finish();
    await wipe().catch(failed);
    await told.say({ kind: 'closed', problem });
  };

  const unlinked = async (): Promise<void> => {
    await connection?.unlink().catch(failed);
  };

  const askForCode = async (): Promise<void> => {
    codeWanted = true;
    // One code for each connection: a new one would spoil the one that is being typed.
    if (phase !== 'pairing' || !connection || codeOf === connection) return;
    codeOf = connection;
    const code = await connection.askForCode(session.phone);
    await told.say({ kind: 'pairing-code', code });
  };

  const watch = async (): Promise<void> => {
    const own = connection;
    const getsNowhere = phase === 'connecting' && elapsedMs() - triedAt > timings.deafMs;
    if (own && (getsNowhere || own.isStuck(timings.deafMs) || missedAcks >= mostMissedAcks)) {
      event('recycled');
      missedAcks = 0;
      recycle(own);
    }
    looks += 1;
    if (looks % 6 === 1) await reportUnreadable(device, after(now(), -timings.unreadableMs), waiting.arrived);
  };
  const watchAgain = (): (() => void) =>
    timers.after(timings.watchMs, () => {
      watch()
        .catch(failed)
        .finally(() => {
          if (!is('over')) stopWatching = watchAgain();
        });
    });
  let stopWatching = watchAgain();

  const begin = (): void => {
    waiting.load().then(tryToConnect, (error: unknown) => {
      failed(error);
      if (!is('over')) callOff = timers.after(1_000, begin);
    });
  };
  begin();

  return {
    askForCode: () => (paired() ? Promise.resolve() : askForCode()),

    async logOut() {
      told.hush();
      waiting.stop();
      if (is('over')) return;
      const reachable = phase === 'connected';
      if (paired()) {
        phase = 'leaving';
        if (resting) {
          callOff();
          tryToConnect();
        }
        if (!reachable) await atMost(timers, timings.leaveMs, connectedOrOver.promise);
        await atMost(timers, timings.leaveMs, unlinked());
      }
      finish();
      await wipe();
    },

    async close() {
      const last = connection;
      drop();
      await atMost(timers, timings.leaveMs, last?.end() ?? Promise.resolve());
    },

    async send(message, mayLeave) {
      if (phase !== 'connected' || !connection) return unknown;
      try {
        const result = await connection.send(message, mayLeave);
        missedAcks = result.kind === 'unknown' ? missedAcks + 1 : 0;
        return result;
      } catch (error) {
        // It did not leave, which says nothing about the line: the customer may have left WhatsApp.
        failed(error);
        return unknown;
      }
    },

    async showTyping(chat) {
      if (phase !== 'connected') return;
      const keys = unread.get(chat) ?? [];
      unread.delete(chat);
      await connection?.showTyping(chat, keys).catch(failed);
    },
  };
};

const tooOldMs = 30 * 60_000;

const inTime = async (timers: Timers, ms: number, work: Promise<void>): Promise<void> => {
  let done = false;
  await atMost(
    timers,
    ms,
    work.then(() => {
      done = true;
    }),
  );
  if (!done) throw new Error('The store did not answer in time.');
};
