import './silence.ts';
import { proto } from '@whiskeysockets/baileys';
import type { IncomingMessage } from '#core/ports/messenger.ts';
import type { Envelope } from './envelope.ts';
import { readMessage } from './read-message.ts';

/** A received message as it is kept until it is reported: all that was outside and all that was inside. */
export type Content = { readonly envelope: Envelope | null; readonly message: Uint8Array };

export const toKept = ({ envelope, message }: Content): string =>
  JSON.stringify({ envelope, message: Buffer.from(message).toString('base64') });

export const fromKept = (kept: string): Content => {
  const { envelope, message } = JSON.parse(kept) as { envelope: Envelope | null; message: string };
  return { envelope, message: Buffer.from(message, 'base64') };
};

/** Null when nobody has to hear of it. */
export const reportOf = ({ envelope, message }: Content, late: boolean): IncomingMessage | null =>
  envelope && readMessage(envelope, proto.Message.decode(message), late);
