import { clean, cut } from '#core/domain/text.ts';
import { type Address, jidOf, parseAddress, sameAddress } from './address.ts';

/** What is known of a message without its content; survives JSON. */
export type Envelope = {
  /** Where an answer goes: the chat as the network named it this time, less the device. */
  readonly chat: string;
  readonly author: 'customer' | 'owner';
  readonly providerId: string;
  /** The digits of the chat's customer, whoever of the two wrote. */
  readonly phone: string | null;
  readonly lid: string | null;
  readonly customerName: string | null;
  /** Milliseconds. */
  readonly sentAt: number;
  /** It waited at the network while nobody was connected. */
  readonly offline: boolean;
  /** The owner's phone speaks to this device itself; there is no customer in it. */
  readonly peer: boolean;
};

type Attributes = Readonly<Record<string, string>>;

export const envelopeBounds = { providerId: 128, name: 100 } as const;

/** Null for whatever did not come in a chat with one person. The attributes are the network's and may be anything. */
export const envelopeOf = (
  attrs: Attributes,
  me: { readonly pn: string; readonly lid: string | null },
  receivedAt: Date = new Date(),
): Envelope | null => {
  const own = [parseAddress(me.pn), parseAddress(me.lid)];
  const mine = (address: Address) => own.some((one) => sameAddress(one, address));
  const from = parseAddress(attrs.from);
  const providerId = readId(attrs.id);
  if (!from || !providerId) return null;

  const byOwner = mine(from);
  const peer = byOwner && (!attrs.recipient || attrs.category === 'peer');
  const chat = byOwner && !peer ? parseAddress(attrs.recipient) : from;
  if (!chat || (mine(chat) && !peer) || (!byOwner && attrs.recipient)) return null;

  const others = (byOwner ? namesOfRecipient : namesOfSender).map((name) => parseAddress(attrs[name]));
  const names = peer ? [] : [chat, ...others].filter((name) => name !== null && !mine(name));
  return {
    chat: jidOf(chat),
    author: byOwner ? 'owner' : 'customer',
    providerId,
    phone: names.find((name) => name?.by === 'phone')?.user ?? null,
    lid: names.find((name) => name?.by === 'lid')?.user ?? null,
    customerName: byOwner ? null : readName(attrs.notify),
    sentAt: readTime(attrs.t, receivedAt),
    offline: Boolean(attrs.offline),
    peer,
  };
};

const namesOfSender = ['sender_pn', 'sender_lid', 'participant_pn', 'participant_lid'] as const;
const namesOfRecipient = [
  'recipient_pn',
  'recipient_lid',
  'peer_recipient_pn',
  'peer_recipient_lid',
] as const;

const readId = (id: unknown): string | null =>
  typeof id === 'string' && id.length <= envelopeBounds.providerId && /^[\x21-\x7e]+$/.test(id) ? id : null;

const readName = (name: unknown): string | null =>
  (typeof name === 'string' && clean(cut(name, envelopeBounds.name))) || null;

const readTime = (seconds: unknown, receivedAt: Date): number => {
  const at = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
  return at >= beforeWhatsApp && at <= receivedAt.getTime() ? at : receivedAt.getTime();
};

const beforeWhatsApp = Date.UTC(2009, 0, 1);
