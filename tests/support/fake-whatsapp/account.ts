import { type BinaryNode, generateSignalPubKey } from '@whiskeysockets/baileys';
import type { Connection } from './connection.ts';
import type { Handset, KeyBundle, Peer } from './handset.ts';
import { bytesOf, child, children, node, numberOf, userOf } from './nodes.ts';

/** What the server was told of a message that it handed over: a receipt, or a refusal with its code. */
export type Receipt = {
  readonly id: string;
  readonly chat: string;
  readonly type: string;
  readonly error: string | null;
};

/** What keeps a device out: the attributes of `<failure>`, `reason` among them. */
export type Failure = { readonly reason: string; readonly [attribute: string]: string };

/** A device that is linked to somebody's phone, as the server knows it. It outlives its connections. */
export type Account = Peer & {
  readonly owner: Handset;
  /** The owner's number without `+`; chats are kept under it. */
  readonly number: string;
  readonly lidJid: string;
  readonly preKeys: BinaryNode[];
  /** It has uploaded the keys without which nobody can write to it. */
  readonly ready: boolean;
  register(upload: BinaryNode): void;
  rotate(signedPreKey: BinaryNode): void;

  /** Stanzas that the device has neither received nor refused, oldest first. */
  readonly waiting: ReadonlyMap<string, BinaryNode>;
  /** Keeps the stanza until it is receipted, and hands it over at once when the device is there. */
  deliver(stanza: BinaryNode): void;
  /** Hands the very same stanza over again, whether it was receipted or not. */
  redeliver(id: string): void;
  readonly receipts: readonly Receipt[];
  receipted(receipt: Receipt): void;
  /** The stanza was asked for again: the refusal that comes after it does not mean the new one. */
  askedAgain(id: string, chat: string): void;

  /** Sockets that are logged in and not closed yet. A replaced one counts until it is closed. */
  readonly connections: ReadonlySet<Connection>;
  readonly mostConnections: number;
  readonly logins: number;
  readonly presence: string | null;
  isPresent(type: string): void;
  connected(connection: Connection): void;
  disconnected(connection: Connection): void;
  /** It asked for what waits: hands it over and stays in touch. */
  live(connection: Connection): void;
  send(stanza: BinaryNode): void;

  /** Lets the device in no more, until null. */
  failure: Failure | null;
  /** Tells the device that is logged in, and closes. */
  fail(failure: Failure): void;
  streamError(code: string | null, reason?: BinaryNode): void;
  /** As the owner does on the phone. */
  unlink(): void;
  readonly unlinked: boolean;
  /** Cuts the line without a word. */
  drop(): void;
  /** Takes everything in and says nothing, to pings neither. */
  silent: boolean;
};

const mostKept = 1_000;

export const account = (
  owner: Handset,
  number: string,
  device: number,
  identity: Uint8Array,
  happened: () => void,
): Account => {
  const preKeys: BinaryNode[] = [];
  const waiting = new Map<string, BinaryNode>();
  const handedOver = new Map<string, BinaryNode>();
  const sentAnew = new Set<string>();
  const receipts: Receipt[] = [];
  const connections = new Set<Connection>();
  let registrationId = 0;
  let signedPreKey: BinaryNode | undefined;
  let live: Connection | null = null;
  let mostConnections = 0;
  let logins = 0;
  let presence: string | null = null;
  let unlinked = false;

  const publicKey = (key: BinaryNode) => ({
    keyId: numberOf(key, 'id'),
    publicKey: generateSignalPubKey(bytesOf(key, 'value')),
  });

  const takeBundle = (): KeyBundle => {
    if (!signedPreKey) throw new Error(`${number} has uploaded no keys yet.`);
    const preKey = preKeys.shift();
    if (preKeys.length === runningLow) {
      const count = node('count', { value: String(preKeys.length) });
      live?.send(node('notification', { from: serverJid, type: 'encrypt', id: `low-${logins}` }, [count]));
    }
    return {
      registrationId,
      identityKey: generateSignalPubKey(identity),
      signedPreKey: { ...publicKey(signedPreKey), signature: bytesOf(signedPreKey, 'signature') },
      ...(preKey && { preKey: publicKey(preKey) }),
    };
  };

  const own: Account = {
    owner,
    number,
    jid: `${number}:${device}@s.whatsapp.net`,
    lidJid: `${owner.lid}:${device}@lid`,
    preKeys,
    takeBundle,
    get ready() {
      return signedPreKey !== undefined;
    },
    register(upload) {
      registrationId = numberOf(upload, 'registration');
      signedPreKey = child(upload, 'skey');
      preKeys.push(...children(child(upload, 'list')));
      happened();
    },
    rotate(next) {
      signedPreKey = next;
    },

    waiting,
    deliver(stanza) {
      waiting.set(nameOf(stanza), stanza);
      handedOver.set(stanza.attrs.id ?? '', stanza);
      for (const oldest of handedOver.keys()) {
        if (handedOver.size <= mostKept) break;
        handedOver.delete(oldest);
      }
      live?.send(stanza);
      happened();
    },
    redeliver(id) {
      const stanza = handedOver.get(id);
      if (!stanza) throw new Error(`No message ${id} was handed over.`);
      own.deliver(stanza);
    },
    receipts,
    receipted(receipt) {
      receipts.push(receipt);
      const name = `${userOf(receipt.chat)}/${receipt.id}`;
      if (receipt.type !== 'retry' && !(receipt.error && sentAnew.delete(name))) waiting.delete(name);
      happened();
    },
    askedAgain(id, chat) {
      sentAnew.add(`${userOf(chat)}/${id}`);
    },

    connections,
    get mostConnections() {
      return mostConnections;
    },
    get logins() {
      return logins;
    },
    get presence() {
      return presence;
    },
    isPresent(type) {
      presence = type;
      happened();
    },
    connected(connection) {
      for (const older of connections) older.streamError(null, node('conflict', { type: 'replaced' }));
      connections.add(connection);
      mostConnections = Math.max(mostConnections, connections.size);
      logins += 1;
      happened();
    },
    disconnected(connection) {
      connections.delete(connection);
      if (live === connection) live = null;
      happened();
    },
    live(connection) {
      live = connection;
      for (const stanza of waiting.values()) {
        connection.send({ ...stanza, attrs: { ...stanza.attrs, offline: '1' } });
      }
      const offline = node('offline', { count: String(waiting.size) });
      connection.send(node('ib', { from: serverJid }, [offline]));
      happened();
    },
    send: (stanza) => live?.send(stanza),

    failure: null,
    fail(failure) {
      for (const connection of connections) connection.fail(failure);
    },
    streamError(code, reason) {
      for (const connection of connections) connection.streamError(code, reason);
    },
    unlink() {
      unlinked = true;
      own.streamError('401', node('conflict', { type: 'device_removed' }));
      happened();
    },
    get unlinked() {
      return unlinked;
    },
    drop() {
      for (const connection of connections) connection.drop();
    },
    silent: false,
  };
  return own;
};

export const serverJid = '@s.whatsapp.net';

const runningLow = 4;

/** Ids are unique in a chat only. */
const nameOf = ({ attrs }: BinaryNode): string =>
  `${userOf(attrs.recipient ?? attrs.from ?? '')}/${attrs.id}`;
