import type { Timers } from '#core/application/whatsapp/timers.ts';
import { type Phone, phoneKey, samePhone } from '#core/domain/phone.ts';
import type { Clock } from '#core/ports/clock.ts';
import type {
  EndProblem,
  HaltProblem,
  LeasedSession,
  OutgoingMessage,
  Session,
} from '#core/ports/messenger.ts';
import { type ChatKey, chatWith, groupChat, parseAddress } from './address.ts';
import { openAlbum } from './album.ts';
import { compose, composeSent, destinationOf, newId, type Written } from './compose.ts';
import { type Faults, noFaults } from './faults.ts';
import { noJournal, openJournal, readJournal } from './journal.ts';
import { type Offer, openOffers } from './offers.ts';
import {
  apply,
  bounds,
  type Chat,
  type Delivery,
  type Device,
  type Entry,
  enqueue,
  findMessage,
  type Line,
  lineOf,
  type Message,
  mine,
  type State,
  tell,
} from './state.ts';

/** What the network tells one open session. The promises end when the session's owner has heard of it. */
export interface Client {
  paired(): Promise<void>;
  over(problem: EndProblem): Promise<void>;
  /** Stopped, with its link kept. */
  halted(problem: HaltProblem, until: Date | null): Promise<void>;
  lineChanged(): Promise<void>;
  /** Somebody else opened the same session: this one is dropped without a word. */
  replaced(): void;
  arrived(chat: ChatKey, delivery: Delivery): void;
  readonly connected: boolean;
}

export type WorldOptions = {
  readonly clock: Clock;
  /** Between 0 and 1, 1 excluded. */
  readonly random: () => number;
  readonly timers: Timers;
  /** The file that makes the phones outlive this process; one process at a time. */
  readonly journalPath?: string | null;
};

export type World = ReturnType<typeof openWorld>;

const albumBytes = 64 * 1024 * 1024;
const longestText = 65_536;

/** The simulated WhatsApp: the phones, the chats on them, and what waits for a session that is away. */
export const openWorld = ({ clock, random, timers, journalPath = null }: WorldOptions) => {
  const state: State = new Map();
  for (const entry of journalPath ? readJournal(journalPath) : []) apply(state, entry);
  const journal = journalPath ? openJournal(journalPath, tell(state)) : noJournal;

  const faults = noFaults();
  const album = openAlbum(albumBytes);
  const clients = new Map<string, { session: Session; client: Client }>();
  const newestLease = new Map<string, number>();
  const offers = openOffers();
  const connectsByItself = new Set<string>();
  const typingSince = new Map<string, Date>();

  const record = (entry: Entry) => {
    journal.append(entry);
    apply(state, entry);
    if (journal.overgrown) shorten();
  };
  const shorten = () => {
    try {
      journal.rewrite(tell(state));
    } catch {
      // The longer telling stands; it is tried again when the journal has doubled.
    }
  };
  const device = (session: Session): Device | undefined =>
    state.get(phoneKey(session.phone))?.devices.get(nameOf(session));
  const chatOn = (phone: Phone, chat: ChatKey): Chat | undefined =>
    state.get(phoneKey(phone))?.chats.get(chat);
  const place = (phone: Phone, chat: ChatKey) => `${phoneKey(phone)}|${chat}`;
  const clientsOf = (phone: Phone) =>
    [...clients.values()].filter(({ session }) => samePhone(session.phone, phone));
  const happens = (rate: number) => rate > 0 && random() < rate;

  const pairing = (offer: Offer | undefined, by: Phone): Promise<void> | null => {
    const client = offer && clients.get(nameOf(offer.session))?.client;
    if (!offer || !client || state.get(phoneKey(by))?.down) return null;
    offers.takeDown(nameOf(offer.session));
    if (!samePhone(offer.session.phone, by)) return client.over('wrong-number');
    record({ did: 'link', phone: offer.session.phone, device: nameOf(offer.session) });
    return client.paired();
  };

  /** Puts one delivery in the way of every linked device; the promise ends when all that are connected have it. */
  const hand = (line: Line, chat: ChatKey, message: Message, queued: boolean): Promise<unknown> => {
    const waits: Promise<void>[] = [];
    for (const [name, to] of line.devices) {
      if (to.revoked) continue;
      const client = clients.get(name)?.client;
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = queued ? to.waiting.get(chat)?.at(-1) : undefined;
      const delivery: Delivery = waiting ?? { message, late: true, taken: resolve };
      if (!waiting) enqueue(to, chat, delivery);
      delivery.taken = resolve;
      delivery.late = !client?.connected;
      if (!client?.connected) continue;
      waits.push(promise);
      if (faults.delayMs > 0) timers.after(faults.delayMs, () => client.arrived(chat, delivery));
      else client.arrived(chat, delivery);
    }
    return Promise.all(waits);
  };

  return {
    clock,
    timers,
    random,
    faults: faults as Readonly<Faults>,

    /** Makes things go wrong, or right again, from now on. */
    disturb: (change: Partial<Faults>) => void Object.assign(faults, change),

    /** A number whose sessions need no pairing, like the platform's own. */
    link: (phone: Phone) => void connectsByItself.add(phoneKey(phone)),

    /** False, and nothing has changed, when the session was opened under a newer lease before. */
    attach(session: LeasedSession, client: Client): boolean {
      const name = nameOf(session);
      if (session.epoch < (newestLease.get(name) ?? session.epoch)) return false;
      newestLease.set(name, session.epoch);
      clients.get(name)?.client.replaced();
      clients.set(name, { session, client });
      const linked = device(session);
      if (connectsByItself.has(phoneKey(session.phone)) && (!linked || linked.revoked))
        record({ did: 'link', phone: session.phone, device: name });
      return true;
    },

    /** Only the client that is attached can let go; one that was replaced has nothing left. */
    detach(session: Session, client: Client): void {
      if (clients.get(nameOf(session))?.client !== client) return;
      clients.delete(nameOf(session));
      offers.takeDown(nameOf(session));
    },

    standing(session: Session): 'linked' | 'revoked' | 'unknown' {
      const known = device(session);
      return known ? (known.revoked ? 'revoked' : 'linked') : 'unknown';
    },

    lineDown: (phone: Phone): boolean => state.get(phoneKey(phone))?.down ?? false,

    /** Shows a QR, and a code where one was asked for, in place of what the session showed before. */
    offer: (offer: Offer): void => offers.show(nameOf(offer.session), offer),

    offersOf: offers.of,
    nextOffer: offers.next,
    wake: offers.wake,

    connected: (phone: Phone): boolean => clientsOf(phone).some(({ client }) => client.connected),

    /** A phone scans a QR. Null when it is not the newest one of its session: nothing happens. */
    scan: (qr: string, by: Phone) => pairing(offers.withQr(qr), by),

    /** The code is typed on a phone. Null when no session shows it. */
    enterCode: (code: string, by: Phone) => pairing(offers.withCode(code), by),

    /** The session's own side ends the link: its keys are gone and nothing waits for it any more. */
    forget(session: Session): void {
      connectsByItself.delete(phoneKey(session.phone));
      if (device(session)) record({ did: 'forget', phone: session.phone, device: nameOf(session) });
    },

    /** The owner unlinks every device on the phone. */
    async unlinkOnPhone(phone: Phone): Promise<void> {
      connectsByItself.delete(phoneKey(phone));
      for (const name of lineOf(state, phone).devices.keys()) record({ did: 'revoke', phone, device: name });
      await Promise.all(
        clientsOf(phone)
          .filter(({ session }) => device(session)?.revoked)
          .map(({ client }) => client.over('logged-out')),
      );
    },

    /** Stops the sessions of the number once; opened again, they connect again. */
    async halt(phone: Phone, problem: HaltProblem, until: Date | null): Promise<void> {
      await Promise.all(
        clientsOf(phone)
          .filter(({ session }) => device(session)?.revoked === false)
          .map(({ client }) => client.halted(problem, until)),
      );
    },

    async setDown(phone: Phone, down: boolean): Promise<void> {
      if (lineOf(state, phone).down === down) return;
      record({ did: 'line', phone, down });
      await Promise.all(clientsOf(phone).map(({ client }) => client.lineChanged()));
    },

    /** What still waits comes late from now on: the session was away. */
    markLate(session: Session): void {
      for (const waiting of device(session)?.waiting.values() ?? [])
        for (const delivery of waiting) delivery.late = true;
    },

    chatsWaiting: (session: Session): ChatKey[] => [...(device(session)?.waiting.keys() ?? [])],

    /** Oldest first. */
    waiting: (session: Session, chat: ChatKey): readonly Delivery[] =>
      device(session)?.waiting.get(chat) ?? [],

    /** The session has the message for good; until then it comes again. */
    taken(session: Session, chat: ChatKey, delivery: Delivery): void {
      if (!device(session)?.waiting.get(chat)?.includes(delivery)) return;
      const { message } = delivery;
      record({
        did: 'take',
        phone: session.phone,
        device: nameOf(session),
        chat,
        mine: mine(message),
        id: message.id,
      });
      delivery.taken();
    },

    full: (phone: Phone): boolean =>
      [...(state.get(phoneKey(phone))?.devices.values() ?? [])].some(
        (to) => to.waitingCount >= bounds.waitingPerDevice,
      ),

    /** Somebody writes. An id that is in the chat already only makes the network hand that message over again. */
    write(phone: Phone, written: Written): { readonly id: string; readonly handedOver: Promise<unknown> } {
      const { customer, fromMe = false } = written;
      const line = lineOf(state, phone);
      const chat = written.group === undefined ? chatWith(customer) : groupChat(written.group);
      const id = written.id ?? newId(random, fromMe);
      const known = findMessage(line.chats.get(chat), id, fromMe);
      if (known?.author === 'agent') return { id, handedOver: Promise.resolve() };
      if (known) return { id, handedOver: hand(line, chat, known, false) };
      const message = compose(written, id, chat, clock.now(), faults.flipIdentities ? random : null);
      const to = [...line.devices].filter(([, { revoked }]) => !revoked).map(([name]) => name);
      const withPhone = written.group === undefined ? customer.phone : null;
      record({ did: 'write', phone, chat, with: withPhone, message, to });
      if (written.media) album.keep(`${place(phone, chat)}|${fromMe}|${id}`, written.media.content);
      const handedOver = hand(line, chat, message, true);
      const twice = happens(faults.duplicateRate) ? hand(line, chat, message, false) : null;
      return { id, handedOver: Promise.all([handedOver, twice]) };
    },

    /** A linked device sends. What the network takes stands in the chat when this returns. */
    send(session: Session, sent: OutgoingMessage): 'accepted' | 'unacknowledged' | { rejected: string } {
      const to = destinationOf(sent);
      if (faults.rejectSends !== null) return { rejected: faults.rejectSends };
      if (!to) return { rejected: 'not an address of this network' };
      if (sent.text.length > longestText) return { rejected: 'longer than the network takes' };
      if (happens(faults.lostSendRate)) return 'unacknowledged';
      const { phone } = session;
      if (!findMessage(chatOn(phone, to.chat), sent.providerId, true)) {
        const message = composeSent(sent, to.names, clock.now());
        record({ did: 'write', phone, chat: to.chat, with: to.phone, message, to: [] });
        if (sent.attachment)
          album.keep(`${place(phone, to.chat)}|true|${sent.providerId}`, sent.attachment.bytes);
      }
      typingSince.delete(place(phone, to.chat));
      return happens(faults.lostAckRate) ? 'unacknowledged' : 'accepted';
    },

    showTyping(session: Session, address: string): void {
      const to = parseAddress(address);
      if (!to) return;
      if (typingSince.size >= bounds.chatsPerPhone) typingSince.clear();
      typingSince.set(place(session.phone, to.chat), clock.now());
    },

    /** Since when the customer sees that somebody is writing. */
    typingIn: (phone: Phone, chat: ChatKey): Date | null => typingSince.get(place(phone, chat)) ?? null,

    lines: (): Line[] => [...state.values()],
    /** Numbers that show a QR or a code and were never used before. */
    newNumbers: (): readonly Phone[] => [
      ...new Map(
        offers
          .all()
          .map(({ session }) => [phoneKey(session.phone), session.phone] as const)
          .filter(([key]) => !state.has(key)),
      ).values(),
    ],

    chats: (phone: Phone): ReadonlyMap<ChatKey, Chat> => state.get(phoneKey(phone))?.chats ?? new Map(),

    /** The content of an audio, a picture or a document, while it is among the newest. */
    media: (phone: Phone, chat: ChatKey, id: string, fromMe: boolean): Uint8Array | null =>
      album.find(`${place(phone, chat)}|${fromMe}|${id}`),

    /** Lets go of the journal; a closed world takes nothing more in. */
    close: () => journal.close(),
  };
};

/** Devices are told apart by agent: a number may be linked to agents of several accounts. */
export const nameOf = ({ accountId, agentId }: Session): string => `${accountId}/${agentId}`;
