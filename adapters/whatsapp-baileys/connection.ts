import './silence.ts';
import type { IncomingMessage } from 'node:http';
import type { Agent } from 'node:https';
import {
  type AuthenticationCreds,
  type BinaryNode,
  generateWAMessage,
  getBinaryNodeChild,
  isJidBroadcast,
  isJidGroup,
  isJidNewsletter,
  isLidUser,
  isPnUser,
  jidNormalizedUser,
  makeWASocket,
  proto,
  type WAMessageKey,
  type WAVersion,
} from '@whiskeysockets/baileys';
import { atMost, type Timers } from '#core/application/whatsapp/timers.ts';
import type { Device, ReceivedContent } from '#core/ports/device-store.ts';
import type { OutgoingMessage, SendResult } from '#core/ports/messenger.ts';
import { acknowledgements } from './acknowledgements.ts';
import { containFailures } from './contain.ts';
import type { Disconnect } from './disconnects.ts';
import { keyChain } from './key-chain.ts';
import { quiet } from './quiet.ts';
import { sentBefore } from './sent-before.ts';
import { toText } from './serialization.ts';
import type { Timings } from './timings.ts';
import { type WriteAhead, writeAhead } from './write-ahead.ts';
import { addressOfChat, contentOf } from './write-message.ts';

/** Where WhatsApp is, and as what we show ourselves there. Null: as the library has it. */
export type Network = {
  readonly url: string | null;
  readonly version: WAVersion | null;
  /** Who is trusted where files are uploaded; null: everybody that this machine trusts. */
  readonly uploads: Agent | null;
};

export type ConnectionEvents = {
  readonly qr: (payload: string) => void;
  /** A phone has linked us; the network asks for a new connection next. */
  readonly paired: () => void;
  readonly opened: () => void;
  readonly ended: (trouble: Disconnect) => void;
  /** Kept, under these ids; null for what nobody has to hear of. */
  readonly kept: (received: readonly ReceivedContent[], ids: readonly (number | null)[]) => void;
  /** The keys cannot be written down; the connection is of no more use. */
  readonly broken: (error: unknown) => void;
  readonly failed: (error: unknown) => void;
};

export type Connection = {
  askForCode(phone: string): Promise<string>;
  send(message: OutgoingMessage, mayLeave: () => boolean): Promise<SendResult>;
  showTyping(chat: string, unread: readonly WAMessageKey[]): Promise<void>;
  /** All that had waited at the network is kept. */
  readonly caughtUp: Promise<void>;
  /** Asks the network to unlink this device. */
  unlink(): Promise<void>;
  /** Ends it; nothing is reported or written any more. */
  end(): Promise<void>;
  /** Something came in that is not kept yet. */
  readonly isBehind: boolean;
  /** Something waits, and nothing has moved for so long. */
  isStuck(forMs: number): boolean;
};

export type Surroundings = {
  readonly network: Network;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly elapsedMs: () => number;
};

/** How the device is called in the list that the owner sees on the phone. */
const deviceName: [string, string, string] = ['Prosa', 'Chrome', '1.0.0'];

const mostRetries = 1_000;

/** One socket, from its making to its end. */
export const openConnection = (
  device: Device,
  creds: AuthenticationCreds,
  wanted: () => boolean,
  on: ConnectionEvents,
  { network, timings, timers, elapsedMs }: Surroundings,
): Connection => {
  let over = false;
  const whileUp = <Heard extends unknown[]>(hear: (...heard: Heard) => void) => {
    return (...heard: Heard) => {
      if (!over) hear(...heard);
    };
  };
  const chain = keyChain(device, {
    timers,
    elapsedMs,
    kept: whileUp(on.kept),
    broken: whileUp(on.broken),
  });
  /** The message that has the queue and is about to be written. What is asked for again is none, and may leave always. */
  let leaving: { readonly may: () => boolean; heldBack: boolean } | null = null;
  const checkLeaving = (): void => {
    if (!leaving || (leaving.may() && ahead.ownerIsHeard)) return;
    leaving.heldBack = true;
    throw new Error('A message was held back.');
  };
  const ahead: WriteAhead = writeAhead({
    device,
    chain,
    elapsedMs,
    wanted,
    beforeLeaving: checkLeaving,
    failed: on.failed,
    me: () => (creds.me ? { pn: creds.me.id, lid: creds.me.lid ?? null } : null),
  });
  const acks = acknowledgements();
  const sent = sentBefore(device);

  const socket = makeWASocket({
    auth: { creds, keys: chain.store },
    logger: quiet,
    makeSignalRepository: ahead.makeSignalRepository,
    browser: deviceName,
    ...(network.url !== null && { waWebSocketUrl: network.url }),
    ...(network.version !== null && { version: network.version }),
    ...(network.uploads !== null && { fetchAgent: network.uploads }),
    ...(timings.qrMs !== null && { qrTimeout: timings.qrMs }),
    connectTimeoutMs: timings.connectMs,
    defaultQueryTimeoutMs: timings.queryMs,
    keepAliveIntervalMs: timings.keepAliveMs,
    // The owner's phone goes on ringing, and what we send ourselves is nothing that came in.
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: false,
    // Refusing all would lose the names of customers; taking the recent ones would hold up everything for 20 s.
    shouldSyncHistoryMessage: ({ syncType }) =>
      syncType !== proto.HistorySync.HistorySyncType.RECENT &&
      syncType !== proto.HistorySync.HistorySyncType.FULL,
    shouldIgnoreJid: (jid) => Boolean(isJidGroup(jid) || isJidBroadcast(jid) || isJidNewsletter(jid)),
    getMessage: (key) => sent.findFor(key),
    msgRetryCounterCache: boundedCache(mostRetries),
  });
  containFailures(socket.ws, on.failed);

  const caughtUp = Promise.withResolvers<void>();
  let closing: Promise<void> | null = null;
  let saving: Promise<void> = Promise.resolve();
  /** Before a phone has linked us there is nothing worth keeping, and an abandoned code must leave nothing. */
  const saveCredentials = (): void => {
    if (!creds.account || over) return;
    const text = toText(creds);
    saving = saving.then(() => device.saveCredentials(text)).catch(whileUp(on.broken));
  };

  // Baileys begins with each message as it comes, and the second of a chat may overtake the first.
  const handlers = socket.ws.listeners('CB:message');
  let inTurn: Promise<unknown> = Promise.resolve();
  socket.ws.removeAllListeners('CB:message');
  socket.ws.on('CB:message', (stanza: BinaryNode) => {
    const kept = !over && wanted() && isDirect(stanza) ? ahead.saw(stanza) : Promise.resolve();
    // What came without content is only acknowledged, and must be written down by then.
    const first = getBinaryNodeChild(stanza, 'enc') ? null : kept;
    inTurn = inTurn
      .then(() => first)
      .then(() => Promise.all(handlers.map((handle) => handle(stanza))))
      // What waited at the network is only queued by now, and handled right after.
      .then(() => (stanza.attrs.offline ? atMost(timers, timings.queryMs, kept) : undefined))
      .catch(on.failed)
      .finally(() => ahead.settle(stanza));
  });
  // Baileys listens for this and then does nothing, and whoever listens has to end it: nothing would ever happen again.
  socket.ws.on('unexpected-response', (_request: unknown, { statusCode }: IncomingMessage) => {
    const data = new Error(`The WebSocket was refused with ${statusCode}.`);
    void socket.end(Object.assign(data, { output: { statusCode }, data })).catch(on.failed);
  });
  socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => acks.heard(attrs.id, attrs.error));
  socket.ev.on('creds.update', saveCredentials);
  socket.ev.on(
    'connection.update',
    ({ connection, qr, isNewLogin, receivedPendingNotifications, lastDisconnect }) => {
      if (over) return;
      if (receivedPendingNotifications) inTurn.then(() => caughtUp.resolve());
      if (qr !== undefined) on.qr(qr);
      if (isNewLogin) on.paired();
      if (connection === 'open') on.opened();
      if (connection === 'close') {
        const trouble = troubleOf(lastDisconnect?.error);
        over = true;
        acks.giveUpAll();
        // The next connection begins with what this one has saved.
        atMost(timers, timings.queryMs, saving).then(() => {
          chain.retire();
          on.ended(trouble);
        });
      }
    },
  );

  const addressOfPhone = async (phone: string): Promise<string | null> => {
    const answer = await socket.onWhatsApp(phone);
    // Which must not look as if the number were not on WhatsApp.
    if (!answer) throw new Error('Nobody answered whether this number is on WhatsApp.');
    const [found] = answer;
    return found?.exists ? found.jid : null;
  };

  /** Baileys begins a new session whenever it looks up a number, and what crosses the new one cannot be read. */
  const byLid = async (address: string): Promise<string> => {
    const lid = isPnUser(address) ? await socket.signalRepository.lidMapping.getLIDForPN(address) : null;
    return lid ? jidNormalizedUser(lid) : address;
  };

  const relay = (
    address: string,
    content: proto.IMessage,
    messageId: string,
    mayLeave: () => boolean,
  ): Promise<'left' | 'held-back'> =>
    chain.transaction(async () => {
      const own = { may: mayLeave, heldBack: false };
      leaving = own;
      try {
        checkLeaving();
        await write(address, content, messageId);
        return 'left';
      } catch (error) {
        if (own.heldBack) return 'held-back';
        throw error;
      } finally {
        leaving = null;
      }
    });

  /** When nobody answers which devices somebody has, the library sends to none of them, and says nothing. */
  const write = async (address: string, content: proto.IMessage, messageId: string): Promise<void> => {
    const devices = await socket.getUSyncDevices([address], true, false);
    if (devices.length === 0) throw new Error('Nobody answered which devices the customer has.');
    await socket.relayMessage(address, content, { messageId });
  };

  /** Made once: what goes out again under the same id is the same. */
  const contentFor = async (message: OutgoingMessage, address: string): Promise<proto.IMessage> => {
    const before = await sent.find(message.providerId);
    if (before) return before;
    const { message: made } = await generateWAMessage(address, contentOf(message), {
      userJid: creds.me?.id ?? '',
      messageId: message.providerId,
      upload: socket.waUploadToServer,
      logger: quiet,
    });
    const content = made ?? {};
    await sent.remember(message.providerId, address, content);
    return content;
  };

  return {
    caughtUp: caughtUp.promise,

    askForCode: (phone) => socket.requestPairingCode(phone),

    async send(message, mayLeave) {
      if (over) return unknown;
      const { chat, phone, providerId } = message;
      const named = chat === null ? phone && (await addressOfPhone(phone)) : addressOfChat(chat);
      const address = named && (await byLid(named));
      if (!address) return { kind: 'rejected', why: chat === null ? 'not-on-whatsapp' : 'no-such-chat' };
      const content = await contentFor(message, address);
      const acknowledged = acks.of(providerId);
      const giveUp = () => acks.giveUp(providerId);
      const relayed = await relay(address, content, providerId, mayLeave).catch((error: unknown) => {
        giveUp();
        throw error;
      });
      if (relayed === 'held-back') {
        giveUp();
        return { kind: 'held-back' };
      }
      const stopWaiting = timers.after(timings.ackMs, giveUp);
      return acknowledged.finally(stopWaiting);
    },

    async showTyping(chat, unread) {
      const address = addressOfChat(chat);
      if (over || !address) return;
      if (unread.length > 0) await socket.readMessages([...unread]);
      await socket.sendPresenceUpdate('composing', address);
    },

    async unlink() {
      if (over || !creds.me) return;
      const device = {
        tag: 'remove-companion-device',
        attrs: { jid: creds.me.id, reason: 'user_initiated' },
      };
      await socket.query({ tag: 'iq', attrs: { to: server, type: 'set', xmlns: 'md' }, content: [device] });
    },

    end() {
      over = true;
      chain.retire();
      acks.giveUpAll();
      closing ??= socket.end(undefined).catch(on.failed);
      return closing;
    },

    get isBehind() {
      return ahead.unsettled > 0;
    },

    isStuck(forMs) {
      const now = elapsedMs();
      const busy = chain.busySince !== null && now - chain.busySince > forMs;
      return busy || (ahead.unsettled > 0 && now - ahead.progressAt > forMs);
    },
  };
};

const unknown: SendResult = { kind: 'unknown' };
const server = 's.whatsapp.net';

const isDirect = ({ attrs }: BinaryNode): boolean => Boolean(isPnUser(attrs.from) || isLidUser(attrs.from));

const troubleOf = (error: unknown): Disconnect => {
  const { output, data } = (error ?? {}) as { output?: { statusCode?: number }; data?: unknown };
  return { code: output?.statusCode ?? null, data };
};

/** How often a message was asked for again; the oldest are forgotten first. */
const boundedCache = (most: number) => {
  const values = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => values.get(key) as Value | undefined,
    set: (key: string, value: unknown) => {
      values.set(key, value);
      const oldest = values.keys().next();
      if (values.size > most && !oldest.done) values.delete(oldest.value);
    },
    del: (key: string) => void values.delete(key),
    flushAll: () => values.clear(),
  };
};
