import type { AnyMessageContent } from '@whiskeysockets/baileys';
import type { Attachment, OutgoingMessage } from '#core/ports/messenger.ts';
import { jidOf, parseAddress } from './address.ts';

/** The address that an answer in this chat goes to, or null when that is no chat with one person. */
export const addressOfChat = (chat: string): string | null => {
  const address = parseAddress(chat);
  return address && jidOf(address);
};

/** What is sent, as Baileys wants to be told. Links get no preview: making one would fetch whatever a reply names. */
export const contentOf = ({ text, attachment }: OutgoingMessage): AnyMessageContent =>
  attachment ? attached(attachment, text) : { text, linkPreview: null };

const attached = (
  { kind, mimeType, fileName, bytes, seconds }: Attachment,
  text: string,
): AnyMessageContent => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const caption = text === '' ? {} : { caption: text };
  switch (kind) {
    case 'image':
      return { image: file, mimetype: mimeType, ...caption };
    case 'document':
      return { document: file, mimetype: mimeType, fileName, ...caption };
    case 'voice':
      // Without a length Baileys would look for it in the file; a caption is not shown beside a voice message.
      return {
        audio: file,
        mimetype: spokenType(mimeType),
        ptt: true,
        seconds: Math.max(1, Math.round(seconds ?? 1)),
      };
  }
};

/** A phone plays as a voice message only what names its codec. */
const spokenType = (mimeType: string): string =>
  /^audio\/ogg\s*$/.test(mimeType) ? 'audio/ogg; codecs=opus' : mimeType;
