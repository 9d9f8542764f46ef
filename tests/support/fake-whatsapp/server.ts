import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BinaryNode, proto } from '@whiskeysockets/baileys';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Account, account, type Failure } from './account.ts';
import { type Connection, connection } from './connection.ts';
import { directory } from './directory.ts';
import type { Handset, Person } from './handset.ts';
import { type Happenings, happenings } from './happenings.ts';
import { type FakeMedia, fakeMedia } from './media.ts';
import { child, children, node, seconds, userOf } from './nodes.ts';
import { type CodeHello, readHello, readQr, typedCode, vouchFor } from './pairing.ts';
import { answer, kindOf, result } from './queries.ts';
import { show, type Writers, writers } from './writing.ts';

/** What becomes of one message that a device sends. Without anything it is taken and acknowledged. */
export type Treatment = {
  /** Refused with this code; `463`: barred from writing to strangers, `479`: not understood. */
  readonly error?: string;
  /** False: lost on its way. */
  readonly taken?: boolean;
  /** False: taken, but nobody says so. */
  readonly acknowledged?: boolean;
  readonly afterMs?: number;
};

export type SentMessage = { readonly id: string; readonly to: string; readonly account: Account };

export type FakeWhatsApp = Writers &
  Happenings & {
    readonly url: string;
    readonly media: FakeMedia;
    /** Whoever is on WhatsApp; the same one for the same number or LID. */
    person(person: Partial<Person>): Handset;
    /** Holds a phone before the QR. Null when the QR is not good any more. */
    scan(qr: string, by: Handset): Promise<Account | null>;
    /** False when no device waits for this code, or none on this number. */
    typesCode(code: string, on: Handset): Promise<boolean>;
    /** The device that was linked to this phone last, however it has fared since. */
    accountOf(owner: Handset): Account | null;
    /** Every message that a device sent, resent ones again, in whatever way it was treated. */
    readonly sent: readonly SentMessage[];
    /** Messages whose content a device asked its phone for, by id. */
    readonly contentAskedFor: readonly string[];
    treat(how: (message: SentMessage) => Treatment): void;
    /** Cuts every connection without a word. */
    cutEverybody(): void;
    /** Nobody gets in: connections are cut as they come, answered with this HTTP status, or never answered. */
    refuseConnections(refused: Refusal): void;
    /** Questions of this kind get no answer, such as `usync/get/usync`; null: all do. */
    leaveUnanswered(kind: string | null): void;
    /** Connections that were tried, refused ones too. */
    readonly attempts: number;
    /** Whoever connects is told this, until null; devices that are not linked yet too. */
    failEverybody(failure: Failure | null): void;
    /** What went wrong inside, and queries that nobody here knows. Empty in a good run. */
    readonly troubles: readonly string[];
    close(): Promise<void>;
  };

export type Refusal = boolean | number | 'silently';

type Pending = {
  readonly connection: Connection;
  readonly refs: readonly string[];
  hello: { readonly number: string; readonly hello: CodeHello } | null;
  finish: ((finish: BinaryNode) => void) | null;
};

const qrRefs = 6;

/** WhatsApp's side of the wire, and everybody's phones. What it knows outlives the clients that come and go. */
export const startFakeWhatsApp = async ({ leastKeys = 0 } = {}): Promise<FakeWhatsApp> => {
  const events = happenings();
  const people = directory();
  const media = await fakeMedia(events.happened);
  const accounts = new Map<string, Account>();
  const connections = new Set<Connection>();
  const pending = new Map<Connection, Pending>();
  const sent: SentMessage[] = [];
  const contentAskedFor: string[] = [];
  const troubles: string[] = [];
  let treatment: (message: SentMessage) => Treatment = () => ({});
  let failure: Failure | null = null;
  let refused: Refusal = false;
  let attempts = 0;
  let unanswered: string | null = null;
  let sequence = 0;

  const linkedTo = (owner: Handset) => [...accounts.values()].filter((linked) => linked.owner === owner);
  const writing = writers((owner) => linkedTo(owner).filter(({ unlinked, ready }) => ready && !unlinked));
  const context = {
    directory: people,
    mediaHost: media.host,
    leastKeys,
    unknown: (kind: string) => void troubles.push(`Nobody knows the query ${kind}.`),
  };

  const ask = (to: Connection, content: BinaryNode) =>
    to.send(
      node('iq', { from: '@s.whatsapp.net', type: 'set', id: `server-${++sequence}`, xmlns: 'md' }, [
        content,
      ]),
    );

  const login = (to: Connection, client: proto.ClientPayload) => {
    if (failure) return to.fail(failure);
    if (client.devicePairingData) return offerPairing(to);
    const known = accounts.get(`${client.username}:${client.device}`);
    if (!known || known.unlinked) return to.fail({ reason: '401', location: 'fake' });
    if (known.failure) return to.fail(known.failure);
    to.account = known;
    known.connected(to);
    to.send(node('success', { t: seconds(), lid: known.lidJid, location: 'fake' }));
  };

  const offerPairing = (to: Connection) => {
    const refs = Array.from({ length: qrRefs }, () => randomBytes(16).toString('base64url'));
    pending.set(to, { connection: to, refs, hello: null, finish: null });
    ask(
      to,
      node(
        'pair-device',
        {},
        refs.map((ref) => node('ref', {}, Buffer.from(ref))),
      ),
    );
    events.happened();
  };

  const link = (to: Connection, owner: Handset, identity: Buffer, secret: Buffer): Account => {
    const number = owner.pn ?? owner.lid;
    const device = linkedTo(owner).length + 1;
    const linked = account(owner, number, device, identity, events.happened);
    accounts.set(`${number}:${device}`, linked);
    ask(
      to,
      node('pair-success', {}, [
        node('device-identity', {}, vouchFor(identity, secret, owner.identity)),
        node('platform', { name: 'smba' }),
        node('device', { jid: linked.jid, lid: linked.lidJid }),
        node('biz', { name: owner.name }),
      ]),
    );
    events.happened();
    return linked;
  };

  const hearPairing = (from: Connection, waits: Pending, stanza: BinaryNode) => {
    if (child(stanza, 'pair-device-sign')) {
      pending.delete(from);
      return from.streamError('515');
    }
    const stage = child(stanza, 'link_code_companion_reg');
    if (stage?.attrs.stage === 'companion_hello') {
      const hello = readHello(stage);
      waits.hello = { number: userOf(stage.attrs.jid ?? ''), hello };
      const ref = node('link_code_pairing_ref', {}, hello.ref);
      from.send(result(stanza, [node('link_code_companion_reg', { stage: 'companion_hello' }, [ref])]));
    } else if (stage?.attrs.stage === 'companion_finish') {
      from.send(result(stanza));
      waits.finish?.(stage);
    } else if (stanza.attrs.type !== 'result') {
      from.send(result(stanza));
    }
    events.happened();
  };

  const hear = async (from: Connection, stanza: BinaryNode): Promise<void> => {
    const waits = pending.get(from);
    if (waits && stanza.tag === 'iq') return hearPairing(from, waits, stanza);
    const { account: sender } = from;
    if (!sender) return;
    if (stanza.tag === 'iq') await hearQuery(from, sender, stanza);
    else if (stanza.tag === 'message') await hearMessage(from, sender, stanza);
    else if (stanza.tag === 'receipt' || stanza.tag === 'ack') await hearReceipt(from, sender, stanza);
    else if (stanza.tag === 'presence') sender.isPresent(stanza.attrs.type ?? 'named');
    else if (stanza.tag === 'chatstate') hearTyping(sender, stanza);
    events.happened();
  };

  const hearQuery = async (from: Connection, sender: Account, query: BinaryNode) => {
    if (query.attrs.type === 'result') return;
    const kind = kindOf(query);
    if (kind === unanswered) return;
    if (kind === 'passive/set/active') {
      from.send(result(query));
      sender.live(from);
    } else if (kind === 'md/set/remove-companion-device') {
      from.send(result(query));
      sender.unlink();
    } else {
      await answer(from, sender, query, context);
    }
  };

  const hearMessage = async (from: Connection, sender: Account, message: BinaryNode) => {
    const { id = '', to = '' } = message.attrs;
    sent.push({ id, to, account: sender });
    const { error, taken = true, acknowledged = true, afterMs = 0 } = treatment({ id, to, account: sender });
    if (taken && !error) await handToEverybody(sender, message);
    if (!error && (!taken || !acknowledged)) return;
    const ack = node('ack', { class: 'message', id, from: to, t: seconds(), error });
    if (afterMs > 0) setTimeout(() => from.send(ack), afterMs);
    else from.send(ack);
  };

  const handToEverybody = async (sender: Account, message: BinaryNode) => {
    const copies = children(child(message, 'participants')).map((copy) => ({
      to: copy.attrs.jid ?? '',
      enc: child(copy, 'enc'),
    }));
    for (const { to, enc } of [...copies, { to: message.attrs.to ?? '', enc: child(message, 'enc') }]) {
      const reader = people.find(userOf(to));
      if (reader && enc) await handTo(reader, sender, message.attrs.id ?? '', enc);
    }
  };

  const handTo = async (reader: Handset, sender: Account, id: string, enc: BinaryNode) => {
    const chat = reader.chatWith(sender.number);
    try {
      const content = await reader.open(sender, enc);
      const unreadable = chat.unreadable.findIndex((message) => message.id === id);
      if (unreadable >= 0) chat.unreadable.splice(unreadable, 1);
      if (reader === sender.owner) hearOwnDevice(content);
      else show(chat, id, content, true);
      chat.typing = false;
    } catch (error) {
      if (!chat.contents.has(id)) chat.unreadable.push({ id, why: String(error) });
    }
  };

  const hearOwnDevice = (content: proto.IMessage) => {
    const { protocolMessage } = content.deviceSentMessage?.message ?? content;
    const asked = protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? [];
    for (const { messageKey } of asked) if (messageKey?.id) contentAskedFor.push(messageKey.id);
  };

  const hearReceipt = async (from: Connection, sender: Account, stanza: BinaryNode) => {
    const { id = '', to = '', recipient, type = '', error = null } = stanza.attrs;
    const chat = recipient ?? to;
    if (stanza.tag === 'receipt') from.send(node('ack', { class: 'receipt', id, from: to, type }));
    const ids = [id, ...children(child(stanza, 'list')).map((item) => item.attrs.id ?? '')];
    for (const each of ids) {
      sender.receipted({ id: each, chat, type, error });
      if (type === 'read') people.find(userOf(chat))?.chatWith(sender.number).readByThem.add(each);
    }
    if (type !== 'retry') return;
    await writing.sendAgain(sender, id, chat, child(stanza, 'retry')?.attrs.count ?? '1');
  };

  const hearTyping = ({ number }: Account, stanza: BinaryNode) => {
    const chat = people.find(userOf(stanza.attrs.to ?? ''))?.chatWith(number);
    if (!chat) return;
    chat.typing = child(stanza, 'composing') !== undefined;
    chat.everTyping ||= chat.typing;
  };

  const typesCode = async (code: string, phone: Handset): Promise<boolean> => {
    const waits = [...pending.values()].findLast(({ hello }) => hello && people.find(hello.number) === phone);
    if (!waits?.hello) return false;
    const typed = await typedCode(code, waits.hello.hello, phone);
    const finished = new Promise<BinaryNode | null>((done) => {
      waits.finish = done;
      void events
        .until(() => !pending.has(waits.connection))
        .then(
          () => done(null),
          () => done(null),
        );
    });
    const attrs = { from: '@s.whatsapp.net', type: 'link_code_companion_reg', id: `server-${++sequence}` };
    waits.connection.send(node('notification', { ...attrs, t: seconds() }, [typed.notification]));
    const finish = await finished;
    const agreed = finish && typed.finish(finish);
    if (agreed) link(waits.connection, phone, agreed.identity, agreed.secret);
    return Boolean(agreed);
  };

  const accept = (socket: WebSocket) => {
    const opened = connection(socket, {
      login,
      stanza: hear,
      closed(closed) {
        connections.delete(closed);
        pending.delete(closed);
        closed.account?.disconnected(closed);
        events.happened();
      },
      fault: (error) => void troubles.push(String(error)),
    });
    connections.add(opened);
    events.happened();
  };

  const http = createServer();
  const tcp = new Set<Duplex>();
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    attempts += 1;
    tcp.add(socket.once('close', () => tcp.delete(socket)));
    if (refused === true) socket.destroy();
    else if (typeof refused === 'number')
      socket.end(`HTTP/1.1 ${refused} Refused\r\nConnection: close\r\n\r\n`);
    else if (!refused) sockets.handleUpgrade(request, socket, head, accept);
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));

  return {
    ...writing,
    ...events,
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws/chat`,
    media,
    person: people.add,
    async scan(qr, by) {
      const { ref, identity, secret } = readQr(qr);
      const waits = [...pending.values()].find(({ refs }) => refs.includes(ref));
      return waits ? link(waits.connection, by, identity, secret) : null;
    },
    typesCode,
    accountOf: (owner) => linkedTo(owner).at(-1) ?? null,
    sent,
    contentAskedFor,
    treat(how) {
      treatment = how;
    },
    cutEverybody() {
      for (const open of connections) open.drop();
    },
    refuseConnections(all) {
      refused = all;
    },
    failEverybody(with_) {
      failure = with_;
    },
    leaveUnanswered(kind) {
      unanswered = kind;
    },
    get attempts() {
      return attempts;
    },
    troubles,
    async close() {
      for (const open of connections) open.drop();
      for (const socket of tcp) socket.destroy();
      await media.close();
      await new Promise<void>((closed) => {
        http.close(() => closed());
        http.closeAllConnections();
      });
    },
  };
};
