import type { MessageKind } from '#core/domain/message.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { OutgoingMessage } from '#core/ports/messenger.ts';
import {
  byNumber,
  type ChatKey,
  type Customer,
  chatWith,
  type Names,
  namesFor,
  parseAddress,
} from './address.ts';
import type { Message } from './state.ts';

/** What a customer, or the owner on the agent's own phone, writes. */
export type Written = {
  readonly customer: Customer;
  readonly id?: string | undefined;
  readonly kind: MessageKind;
  readonly text: string | null;
  readonly media?: { readonly type: string; readonly content: Uint8Array } | undefined;
  readonly audioSeconds?: number | null | undefined;
  readonly fromMe?: boolean | undefined;
  readonly group?: string | true | undefined;
  readonly sentAt?: Date | undefined;
  readonly customerName?: string | undefined;
};

/** `random` picks which names the network gives; null: all it has. */
export const compose = (
  written: Written,
  id: string,
  chat: ChatKey,
  now: Date,
  random: (() => number) | null,
): Message => {
  const names = namesFor(written.customer, random);
  return {
    id,
    author: written.fromMe ? 'owner' : 'customer',
    kind: written.kind,
    text: written.text,
    media: written.media ? { type: written.media.type, bytes: written.media.content.length } : null,
    audioSeconds: written.audioSeconds ?? null,
    sentAt: (written.sentAt ?? now).getTime(),
    names: written.group === undefined ? names : { ...names, chat },
    customerName: written.customerName ?? null,
  };
};

export const composeSent = (sent: OutgoingMessage, names: Names, now: Date): Message => ({
  id: sent.providerId,
  author: 'agent',
  ...contentOf(sent),
  sentAt: now.getTime(),
  names,
  customerName: null,
});

const contentOf = ({
  text,
  attachment,
}: OutgoingMessage): Pick<Message, 'kind' | 'text' | 'media' | 'audioSeconds'> => {
  if (!attachment) return { kind: 'text', text, media: null, audioSeconds: null };
  const { kind, mimeType, fileName, bytes, seconds } = attachment;
  return {
    kind: kind === 'voice' ? 'audio' : kind,
    text: text || null,
    media: { type: mimeType, bytes: bytes.length, ...(kind === 'document' ? { fileName } : {}) },
    audioSeconds: kind === 'voice' ? seconds : null,
  };
};

/** Where something sent ends up, or null when that is nobody's address. */
export const destinationOf = (
  sent: OutgoingMessage,
): { chat: ChatKey; phone: Phone | null; names: Names } | null => {
  const address = sent.chat === null ? null : parseAddress(sent.chat);
  const phone = address?.phone ?? sent.phone;
  const chat = sent.chat === null ? phone && chatWith(byNumber(phone)) : address?.chat;
  return chat ? { chat, phone, names: { chat: sent.chat ?? chat, phone, lid: null } } : null;
};

export const newId = (random: () => number, fromMe: boolean): string =>
  (fromMe ? '3A' : '3C') + Array.from({ length: 18 }, () => hexDigits[Math.floor(random() * 16)]).join('');

const hexDigits = '0123456789ABCDEF';
