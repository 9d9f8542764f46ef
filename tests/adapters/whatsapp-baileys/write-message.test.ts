import '#adapters/whatsapp-baileys/silence.ts';
import { generateWAMessageContent, type WAMediaUploadFunction } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOfChat, contentOf } from '#adapters/whatsapp-baileys/write-message.ts';
import type { Attachment, OutgoingMessage } from '#core/ports/messenger.ts';
import { anyText, digits } from '../../support/arbitraries.ts';

describe('an address', () => {
  it.each([
    ['200000000000002@lid', '200000000000002@lid'],
    ['200000000000002:7@lid', '200000000000002@lid'],
    ['5521998887766@s.whatsapp.net', '5521998887766@s.whatsapp.net'],
    ['5521998887766:99@hosted', '5521998887766@s.whatsapp.net'],
  ])('of a chat %s is %s', (chat, address) => {
    expect(addressOfChat(chat)).toBe(address);
  });

  it.each([
    '',
    'ninguém',
    '5521998887766',
    '@s.whatsapp.net',
    '120363000000000000@g.us',
    'status@broadcast',
    '1@newsletter',
    '13135550002@s.whatsapp.net',
    '5521998887766@s.whatsapp.net@g.us',
    '5521998887766@evil.net',
    ' 5521998887766@s.whatsapp.net',
    '5521998887766@s.whatsapp.net\n',
  ])('is not made of %j', (chat) => {
    expect(addressOfChat(chat)).toBeNull();
  });

  it('is read from itself again, and never from anything else', () => {
    fc.assert(fc.property(anyText, (chat) => addressOfChat(chat) === null));
    fc.assert(
      fc.property(digits(14), fc.constantFrom('lid', 's.whatsapp.net'), (user, server) => {
        fc.pre(!/^1313555|^131655500/.test(user));
        expect(addressOfChat(`${user}@${server}`)).toBe(`${user}@${server}`);
      }),
    );
  });
});

describe('what is sent', () => {
  it('is a text, without a preview of its links', async () => {
    const { extendedTextMessage } = await made('Veja https://loja.com.br');
    expect(extendedTextMessage).toEqual({ text: 'Veja https://loja.com.br' });
  });

  it('is a picture with its caption', async () => {
    const sent = await made('O cardápio', { kind: 'image', mimeType: 'image/png' });
    expect(sent.imageMessage).toMatchObject({ mimetype: 'image/png', caption: 'O cardápio' });
    expect(
      (await made('', { kind: 'image', mimeType: 'image/png' })).imageMessage?.caption ?? null,
    ).toBeNull();
  });

  it('is a document under its name', async () => {
    const sent = await made('', { kind: 'document', mimeType: 'application/pdf', fileName: 'tabela.pdf' });
    expect(sent.documentMessage).toMatchObject({ mimetype: 'application/pdf', fileName: 'tabela.pdf' });
  });

  it('is a voice message with its length', async () => {
    const sent = await made('', { kind: 'voice', mimeType: 'audio/ogg', seconds: 3.4 });
    expect(sent.audioMessage).toMatchObject({ mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 3 });
    const short = await made('', { kind: 'voice', mimeType: 'audio/ogg; codecs=opus', seconds: null });
    expect(short.audioMessage).toMatchObject({ mimetype: 'audio/ogg; codecs=opus', seconds: 1 });
  });

  it('is nothing but the bytes of the attachment, wherever in memory they lie', () => {
    const around = new Uint8Array(100).fill(9).subarray(10, 20);
    const content = contentOf(message('', { kind: 'document', mimeType: 'application/pdf', bytes: around }));
    expect('document' in content && content.document).toEqual(Buffer.alloc(10, 9));
  });
});

// Helpers

const message = (text: string, attachment: Partial<Attachment> | null = null): OutgoingMessage => ({
  providerId: '3EB0AA',
  chat: '200000000000002@lid',
  phone: null,
  text,
  attachment: attachment && {
    kind: 'image',
    mimeType: 'image/png',
    fileName: 'arquivo',
    bytes: new Uint8Array([1, 2, 3]),
    seconds: null,
    ...attachment,
  },
});

/** What Baileys makes of it. */
const made = async (text: string, attachment: Partial<Attachment> | null = null) => {
  const upload: WAMediaUploadFunction = async () => ({
    mediaUrl: 'https://mmg.whatsapp.net/x',
    directPath: '/x',
    fileLength: 3,
  });
  return await generateWAMessageContent(contentOf(message(text, attachment)), { upload } as never);
};
