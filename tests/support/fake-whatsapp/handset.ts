import {
  addTransactionCapability,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  type KeyPair,
  normalizeMessageContent,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import { bigEndian, node } from './nodes.ts';
import { silentLogger } from './silent-logger.ts';

/** Whom WhatsApp knows. A customer may show a LID only. */
export type Person = { readonly pn: string | null; readonly lid: string; readonly name: string };

/** The keys of a linked device, as the server gives them to whoever wants to write to it. */
export type KeyBundle = Parameters<SignalRepositoryWithLIDStore['injectE2ESession']>[0]['session'];

export type Peer = { readonly jid: string; takeBundle(): KeyBundle };

/** A message as somebody sees it in a chat. `fromMe` are those of the business. */
export type Shown = { readonly id: string; readonly fromMe: boolean; readonly text: string | null };

export type Unreadable = { readonly id: string; readonly why: string };

/** What one phone shows of its chat with one number. */
export type Chat = {
  readonly shown: Shown[];
  readonly contents: Map<string, proto.IMessage>;
  /** Waiting for this message: what could not be decrypted, unless it came again and could. */
  readonly unreadable: Unreadable[];
  readonly readByThem: Set<string>;
  typing: boolean;
  everTyping: boolean;
};

/** A phone of its own: a customer's, or the one a device is linked to. It speaks real Signal. */
export type Handset = Person & {
  readonly pnJid: string | null;
  readonly lidJid: string;
  readonly identity: KeyPair;
  /** With the number that a business has. */
  chatWith(number: string): Chat;
  /** A fresh set of keys for whoever wants to write to this phone. */
  bundle(jid: string): Promise<BinaryNode>;
  seal(peer: Peer, message: proto.IMessage): Promise<BinaryNode>;
  open(from: Peer, enc: BinaryNode): Promise<proto.Message>;
  /** Begins anew with this device, as a phone does when it is asked to send again. */
  forget(peer: Peer): Promise<void>;
};

export const handset = (person: Person): Handset => {
  const creds = initAuthCreds();
  const keys = addTransactionCapability(keysInMemory(), silentLogger, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  });
  const signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds, keys },
    silentLogger,
    async () => [],
  );
  const chats = new Map<string, Chat>();
  let nextPreKey = 1;
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  return {
    ...person,
    pnJid: person.pn && `${person.pn}@s.whatsapp.net`,
    lidJid: `${person.lid}@lid`,
    identity: creds.signedIdentityKey,
    chatWith(number) {
      const chat = chats.get(number) ?? emptyChat();
      chats.set(number, chat);
      return chat;
    },
    async bundle(jid) {
      const id = nextPreKey++;
      const preKey = Curve.generateKeyPair();
      await keys.set({ 'pre-key': { [id]: preKey } });
      const { registrationId, signedIdentityKey, signedPreKey } = creds;
      return node('user', { jid }, [
        node('registration', {}, bigEndian(registrationId, 4)),
        node('type', {}, Buffer.from([5])),
        node('identity', {}, signedIdentityKey.public),
        node('skey', {}, [
          node('id', {}, bigEndian(signedPreKey.keyId, 3)),
          node('value', {}, signedPreKey.keyPair.public),
          node('signature', {}, signedPreKey.signature),
        ]),
        node('key', {}, [node('id', {}, bigEndian(id, 3)), node('value', {}, preKey.public)]),
      ]);
    },
    seal: (peer, message) =>
      inTurn(async () => {
        const { exists } = await signal.validateSession(peer.jid);
        if (!exists) await signal.injectE2ESession({ jid: peer.jid, session: peer.takeBundle() });
        const data = encodeWAMessage(message);
        const { type, ciphertext } = await signal.encryptMessage({ jid: peer.jid, data });
        return node('enc', { v: '2', type }, ciphertext);
      }),
    open: (from, { attrs, content }) =>
      inTurn(async () => {
        const type = attrs.type === 'pkmsg' ? 'pkmsg' : 'msg';
        const ciphertext = content as Uint8Array;
        const plain = await signal.decryptMessage({ jid: from.jid, type, ciphertext });
        return proto.Message.decode(unpadRandomMax16(plain));
      }),
    forget: (peer) => inTurn(() => signal.deleteSession([peer.jid])),
  };
};

export const textOf = (message: proto.IMessage): string | null => {
  const content = normalizeMessageContent(message);
  return (
    content?.conversation ||
    content?.extendedTextMessage?.text ||
    content?.imageMessage?.caption ||
    content?.documentMessage?.caption ||
    null
  );
};

const emptyChat = (): Chat => ({
  shown: [],
  contents: new Map(),
  unreadable: [],
  readByThem: new Set(),
  typing: false,
  everTyping: false,
});

const keysInMemory = (): SignalKeyStore => {
  const kept = new Map<string, unknown>();
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const id of ids) {
        const value = kept.get(`${type}/${id}`);
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T];
      }
      return found;
    },
    set(changes: SignalDataSet) {
      for (const [type, values] of Object.entries(changes)) {
        for (const [id, value] of Object.entries(values)) {
          if (value === null) kept.delete(`${type}/${id}`);
          else kept.set(`${type}/${id}`, value);
        }
      }
    },
  };
};
