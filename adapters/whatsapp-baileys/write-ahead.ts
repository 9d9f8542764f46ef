import './silence.ts';
import { createHash } from 'node:crypto';
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  proto,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import { clean } from '#core/domain/text.ts';
import type { Device, MessageName, ReceivedContent } from '#core/ports/device-store.ts';
import { type Content, fromKept, reportOf, toKept } from './content.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import type { KeyChain } from './key-chain.ts';
import { resentMessages } from './read-message.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];

export type WriteAhead = {
  /** For Baileys' public option of that name. */
  readonly makeSignalRepository: MakeRepository;
  /** To be shown every stanza of a message before Baileys sees it. Resolves when it is kept, or known to be unreadable. */
  saw(stanza: BinaryNode): Promise<void>;
  /** Nothing more will come of this stanza. */
  settle(stanza: BinaryNode): void;
  /** False while something that the owner wrote has come in and nobody was told of it yet. */
  readonly ownerIsHeard: boolean;
  /** Stanzas that are neither kept nor known to be unreadable yet. */
  readonly unsettled: number;
  /** When a stanza was last settled, or the first of those that wait was seen, in `elapsedMs`. */
  readonly progressAt: number;
};

type Surroundings = {
  readonly device: Device;
  readonly chain: KeyChain;
  /** Who we are: the addresses of our own phone. */
  readonly me: () => { readonly pn: string; readonly lid: string | null } | null;
  readonly elapsedMs: () => number;
  /** False while what comes in is for another business's phone. */
  readonly wanted: () => boolean;
  /** Throws when what is being encrypted may not leave any more. */
  readonly beforeLeaving: () => void;
  readonly failed: (error: unknown) => void;
};

/** Longer than any text: beyond it only what nobody has to hear of, such as a history. */
const longestUnreported = 65_536;

/**
 * Baileys sends its receipt before it tells anybody, so that a death in between loses the message for good; and a death
 * between ratchet and receipt makes it refuse the second delivery. So a message is kept in the same transaction as the
 * ratchet it was decrypted with, before the receipt, and the same ciphertext gives the same text again.
 */
export const writeAhead = ({
  device,
  chain,
  me,
  elapsedMs,
  wanted,
  beforeLeaving,
  failed,
}: Surroundings): WriteAhead => {
  const stanzas = new WeakMap<object, BinaryNode>();
  const unsettled = new Map<BinaryNode, () => void>();
  const ofOwner = new Set<BinaryNode>();
  let progressAt = elapsedMs();

  const settle = (stanza: BinaryNode): void => {
    unsettled.get(stanza)?.();
    unsettled.delete(stanza);
    ofOwner.delete(stanza);
    progressAt = elapsedMs();
  };

  const isOwners = ({ attrs }: BinaryNode): boolean => {
    const self = me();
    const envelope = self && envelopeOf(attrs, self);
    return envelope?.author === 'owner' && !envelope.peer;
  };

  const envelopeFor = async ({ attrs }: BinaryNode): Promise<Envelope | null> => {
    const self = me();
    const envelope = self && envelopeOf(attrs, self);
    return envelope && withBothNames(envelope);
  };

  /** The network often gives only one of a customer's two names; the other may be known from before. */
  const withBothNames = async (envelope: Envelope): Promise<Envelope> => {
    const { phone, lid, peer } = envelope;
    if (peer || (phone !== null) === (lid !== null)) return envelope;
    const place = lid === null ? (phone ?? '') : `${lid}_reverse`;
    const other = digitsIn((await chain.insist(() => device.keys('lid-mapping', [place]))).get(place));
    return lid === null ? { ...envelope, lid: other } : { ...envelope, phone: other };
  };

  const keep = async (stanza: BinaryNode, ciphertext: Uint8Array, message: Uint8Array): Promise<void> => {
    const envelope = await envelopeFor(stanza);
    const content: Content = { envelope, message };
    const reportable = await isReportable(content);
    const digest = digestOf(ciphertext);
    if (reportable || message.length <= longestUnreported)
      chain.receive({ ...nameOf(stanza), digest, content: toKept(content), reportable });
    // From our own phone only: anybody else could put words into a message that is awaited.
    for (const [i, resent] of (envelope?.peer ? await resentContents(message) : []).entries())
      chain.receive({ ...resent, digest: `${digest} ${i}` });
    await chain.commit();
  };

  const isReportable = async (content: Content): Promise<boolean> => {
    if (!content.envelope || reportOf(content, false) === null) return false;
    // What we sent ourselves may come back to us, and must not look as if the owner had written it.
    const { author, providerId } = content.envelope;
    return author === 'customer' || (await chain.insist(() => device.sent.find(providerId))) === null;
  };

  /** What the phone sends again because the network had no content of it, such as the first message after an advertisement. */
  const resentContents = async (message: Uint8Array): Promise<Omit<ReceivedContent, 'digest'>[]> => {
    const found: Omit<ReceivedContent, 'digest'>[] = [];
    for (const resent of resentMessages(proto.Message.decode(message))) {
      const awaited = await chain.insist(() => device.inbox.awaited(resent.providerId));
      if (!awaited) continue;
      const { envelope: text, ...name } = awaited;
      const envelope = JSON.parse(text) as Envelope;
      const content: Content = { envelope, message: proto.Message.encode(resent.message).finish() };
      found.push({ ...name, content: toKept(content), reportable: reportOf(content, false) !== null });
    }
    return found;
  };

  const awaits = async (stanza: BinaryNode): Promise<void> => {
    const envelope = await envelopeFor(stanza);
    if (!envelope) return;
    const awaited = { ...nameOf(stanza), envelope: JSON.stringify(envelope) };
    await chain.insist(() => device.inbox.awaits(awaited));
  };

  /** Seen once only, and on the phone alone: whoever answers has to know that something came. */
  const keepWithheld = (stanza: BinaryNode): Promise<void> =>
    chain.transaction(async () => {
      const envelope = await envelopeFor(stanza);
      const message = proto.Message.encode({ imageMessage: { viewOnce: true } }).finish();
      chain.receive({
        ...nameOf(stanza),
        digest: digestOf(Buffer.from(JSON.stringify(nameOf(stanza)))),
        content: toKept({ envelope, message }),
        reportable: envelope !== null,
      });
    });

  return {
    makeSignalRepository: (auth, logger, lidsOf) => {
      chain.equip(auth.keys as SignalKeyStoreWithTransaction);
      const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, lidsOf);
      const decrypt = repository.decryptMessage.bind(repository);
      const encrypt = repository.encryptMessage.bind(repository);

      repository.decryptMessage = async (asked) => {
        const stanza = stanzas.get(asked.ciphertext);
        try {
          return await chain.transaction(async () => {
            const padded = await decrypt(asked).catch(async (error: unknown) => {
              const before = await chain.insist(() => device.inbox.contentOf(digestOf(asked.ciphertext)));
              if (before === null) throw error;
              return paddedAgain(fromKept(before).message);
            });
            if (stanza && wanted()) await keep(stanza, asked.ciphertext, unpadRandomMax16(padded));
            return padded;
          });
        } catch (error) {
          if (stanza) await awaits(stanza).catch(failed);
          throw error;
        } finally {
          if (stanza) settle(stanza);
        }
      };
      // Before the wire, not after it: what left with a ratchet that was not written down would be unreadable next time.
      repository.encryptMessage = (asked) =>
        chain.transaction(async () => {
          const encrypted = await encrypt(asked);
          await chain.commit();
          beforeLeaving();
          return encrypted;
        });
      return repository;
    },

    async saw(stanza) {
      if (isOwners(stanza)) ofOwner.add(stanza);
      const encrypted = getBinaryNodeChildren(stanza, 'enc');
      const readable = encrypted.filter(({ attrs }) => attrs.type === 'msg' || attrs.type === 'pkmsg');
      for (const { content } of readable) if (content instanceof Uint8Array) stanzas.set(content, stanza);
      if (encrypted.length === 0) {
        const withheld = getBinaryNodeChild(stanza, 'unavailable')?.attrs.type?.startsWith('view_once');
        await (withheld ? keepWithheld(stanza) : awaits(stanza)).catch(failed);
      } else if (readable.length > 0) {
        if (unsettled.size === 0) progressAt = elapsedMs();
        await new Promise<void>((done) => void unsettled.set(stanza, done));
      }
    },

    settle,

    get ownerIsHeard() {
      return ofOwner.size === 0;
    },
    get unsettled() {
      return unsettled.size;
    },
    get progressAt() {
      return progressAt;
    },
  };
};

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

const nameOf = ({ attrs }: BinaryNode): MessageName => ({
  chat: storable(attrs.recipient ?? attrs.from),
  author: storable(attrs.participant ?? attrs.from),
  providerId: storable(attrs.id),
});

/** Its sender may call a message anything: one that the store refused would come again and again, and nothing after it. */
const storable = (text: string | undefined): string => clean((text ?? '').slice(0, 200));

/** WhatsApp's padding: the last byte says how many. */
const paddedAgain = (message: Uint8Array): Uint8Array => Buffer.concat([message, Buffer.from([1])]);

const digitsIn = (text: string | undefined): string | null => text?.match(/\d+/)?.[0] ?? null;
