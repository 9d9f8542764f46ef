import '#adapters/whatsapp-baileys/silence.ts';
import { proto } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '#adapters/whatsapp-baileys/envelope.ts';
import { parseRef, refBounds } from '#adapters/whatsapp-baileys/media-ref.ts';
import { contentBounds, readMessage, resentMessages } from '#adapters/whatsapp-baileys/read-message.ts';
import { anyText } from '../../support/arbitraries.ts';

const envelope: Envelope = {
  chat: '200000000000002@lid',
  author: 'customer',
  providerId: 'A1',
  phone: '5521998887766',
  lid: '200000000000002',
  customerName: 'Maria',
  sentAt: new Date('2026-11-20T11:59:30Z').getTime(),
  offline: false,
  peer: false,
};
const owners: Envelope = { ...envelope, author: 'owner', customerName: null };

const types = proto.Message.ProtocolMessage.Type;
const key = { remoteJid: envelope.chat, id: 'Z9', fromMe: false };
const bytes = (fill: number) => new Uint8Array(32).fill(fill);
const file = {
  directPath: '/v/t62.7117-24/1.enc?ccb=11-4',
  url: 'https://mmg.whatsapp.net/v/t62.7117-24/1.enc?ccb=11-4',
  mediaKey: bytes(1),
  fileSha256: bytes(2),
  fileEncSha256: bytes(3),
  fileLength: 12_345,
};
const photo = { ...file, mimetype: 'image/jpeg', caption: 'É este aqui' };
const voice = { ...file, mimetype: 'audio/ogg; codecs=opus', seconds: 12, ptt: true };
const card = (name: string, tel: string) => ({
  displayName: name,
  vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nitem1.TEL;waid=5511912345678:${tel}\nEND:VCARD`,
});

/** As it comes off the wire. */
const read = (message: proto.IMessage, from = envelope, late = false) =>
  readMessage(from, proto.Message.decode(proto.Message.encode(message).finish()), late);

type Expected = { kind: string; text: string | null; media?: object | null; audioSeconds?: number | null };
const text = (said: string): Expected => ({ kind: 'text', text: said });
const other = (said: string | null): Expected => ({ kind: 'other', text: said });

const table: [what: string, message: proto.IMessage, expected: Expected | null][] = [
  ['a text', { conversation: 'Vocês abrem domingo?' }, text('Vocês abrem domingo?')],
  ['a text with a link', { extendedTextMessage: { text: 'Vi em https://a.br' } }, text('Vi em https://a.br')],
  ['a text of nothing', { conversation: '' }, other(null)],
  ['a text that disappears', { ephemeralMessage: { message: { conversation: 'Oi' } } }, text('Oi')],
  [
    'a text beside keys of a group',
    { conversation: 'Oi', senderKeyDistributionMessage: { groupId: 'g' } },
    text('Oi'),
  ],
  [
    'a picture',
    { imageMessage: photo },
    { kind: 'image', text: 'É este aqui', media: { mimeType: 'image/jpeg' } },
  ],
  [
    'a picture without words',
    { imageMessage: file },
    { kind: 'image', text: null, media: { bytes: 12_345 } },
  ],
  [
    'a picture to be seen once',
    { viewOnceMessageV2: { message: { imageMessage: { ...photo, viewOnce: true } } } },
    { kind: 'image', text: 'É este aqui', media: { mimeType: 'image/jpeg' } },
  ],
  [
    'a picture to be seen once, withheld',
    { viewOnceMessageV2: {} },
    { kind: 'image', text: null, media: null },
  ],
  [
    'a picture to be seen once, emptied',
    { viewOnceMessage: { message: { imageMessage: { viewOnce: true } } } },
    { kind: 'image', text: null, media: null },
  ],
  [
    'a voice message to be heard once',
    { viewOnceMessageV2Extension: { message: { audioMessage: voice } } },
    { kind: 'audio', text: null, audioSeconds: 12 },
  ],
  [
    'a voice message',
    { audioMessage: voice },
    { kind: 'audio', text: null, audioSeconds: 12, media: { mimeType: 'audio/ogg; codecs=opus' } },
  ],
  [
    'music',
    { audioMessage: { ...voice, ptt: false, mimetype: 'audio/mpeg' } },
    { kind: 'audio', text: null },
  ],
  [
    'a document with a caption',
    {
      documentWithCaptionMessage: {
        message: {
          documentMessage: { ...file, mimetype: 'application/pdf', fileName: 'pedido.pdf', caption: 'Segue' },
        },
      },
    },
    { kind: 'document', text: 'Segue', media: { mimeType: 'application/pdf', fileName: 'pedido.pdf' } },
  ],
  ['a video', { videoMessage: { ...photo, mimetype: 'video/mp4' } }, other('É este aqui')],
  ['a round video', { ptvMessage: { ...file, mimetype: 'video/mp4' } }, other(null)],
  ['a sticker', { stickerMessage: { ...file, mimetype: 'image/webp' } }, other(null)],
  ['a moving sticker', { lottieStickerMessage: { message: { stickerMessage: file } } }, other(null)],
  [
    'a place',
    {
      locationMessage: {
        name: 'Padaria Sol',
        address: 'Rua A, 10\nCentro',
        degreesLatitude: -23.5505199,
        degreesLongitude: -46.6333094,
      },
    },
    other('Localização: Padaria Sol, Rua A, 10 Centro (https://maps.google.com/?q=-23.55052,-46.633309)'),
  ],
  [
    'a place without a name',
    { locationMessage: { degreesLatitude: 0, degreesLongitude: 0 } },
    other('Localização: https://maps.google.com/?q=0,0'),
  ],
  [
    'a place nowhere',
    { locationMessage: { name: 'Aqui', degreesLatitude: Number.NaN, degreesLongitude: 500 } },
    other('Localização: Aqui'),
  ],
  [
    'a place that moves',
    { liveLocationMessage: { caption: 'Chegando', degreesLatitude: 1.5, degreesLongitude: 2 } },
    other('Localização em tempo real: Chegando (https://maps.google.com/?q=1.5,2)'),
  ],
  [
    'a contact',
    { contactMessage: card('João', '+55 11 91234-5678') },
    other('Contato: João, +55 11 91234-5678'),
  ],
  [
    'contacts',
    { contactsArrayMessage: { displayName: '2 contatos', contacts: [card('Ana', '1'), card('Bia', '2')] } },
    other('Contato: Ana, 1\nContato: Bia, 2'),
  ],
  ['a contact of nobody', { contactMessage: {} }, other('Contato: ?')],
  [
    'a chosen button',
    { buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Quero agendar' } },
    text('Quero agendar'),
  ],
  ['a button of a template', { templateButtonReplyMessage: { selectedDisplayText: 'Sim' } }, text('Sim')],
  [
    'a chosen line of a list',
    {
      listResponseMessage: {
        title: 'Corte',
        description: 'R$ 40',
        singleSelectReply: { selectedRowId: 'r1' },
      },
    },
    text('Corte\nR$ 40'),
  ],
  ['an answer to a form', { interactiveResponseMessage: { body: { text: 'Enviado' } } }, text('Enviado')],
  [
    'buttons',
    { buttonsMessage: { contentText: 'Escolha', footerText: 'Loja', buttons: [{ buttonId: 'x' }] } },
    other('Escolha\nLoja'),
  ],
  [
    'a list',
    {
      listMessage: {
        title: 'Menu',
        description: 'Escolha',
        sections: [{ rows: [{ title: 'A' }, { title: 'B' }] }],
      },
    },
    other('Menu\nEscolha\n- A\n- B'),
  ],
  [
    'a template',
    {
      templateMessage: {
        hydratedTemplate: { hydratedTitleText: 'Oi', hydratedContentText: 'Seu pedido saiu' },
      },
    },
    other('Oi\nSeu pedido saiu'),
  ],
  ['an interactive message', { interactiveMessage: { body: { text: 'Chave Pix' } } }, other('Chave Pix')],
  [
    'a poll',
    {
      pollCreationMessageV3: {
        name: 'Que dia?',
        options: [{ optionName: 'Sexta' }, { optionName: 'Sábado' }],
      },
    },
    other('Enquete: Que dia?\n- Sexta\n- Sábado'),
  ],
  [
    'a product',
    { productMessage: { product: { title: 'Bolo', description: 'De cenoura' }, body: 'Tem?' } },
    other('Produto: Bolo\nDe cenoura\nTem?'),
  ],
  [
    'an order',
    { orderMessage: { orderTitle: 'Cesta', itemCount: 3, message: 'Para sexta' } },
    other('Pedido: Cesta, 3 itens\nPara sexta'),
  ],
  ['an event', { eventMessage: { name: 'Festa', description: 'Às 20h' } }, other('Evento: Festa\nÀs 20h')],
  [
    'an invitation',
    { groupInviteMessage: { groupName: 'Turma', caption: 'Vem' } },
    other('Convite para o grupo Turma\nVem'),
  ],
  [
    'a payment',
    { requestPaymentMessage: { noteMessage: { extendedTextMessage: { text: 'Corte' } } } },
    other('Pagamento: Corte'),
  ],
  ['something hidden from linked devices', { placeholderMessage: { type: 0 } }, other(null)],
  ['something this client does not know', { messageContextInfo: { messageSecret: bytes(4) } }, other(null)],
  ['nothing at all', {}, other(null)],
  [
    'a correction',
    {
      editedMessage: {
        message: {
          protocolMessage: { key, type: types.MESSAGE_EDIT, editedMessage: { conversation: 'Às 10h' } },
        },
      },
    },
    text('Mensagem corrigida: Às 10h'),
  ],
  [
    'a correction without wrapping',
    {
      protocolMessage: {
        key,
        type: types.MESSAGE_EDIT,
        editedMessage: { extendedTextMessage: { text: 'Às 10h' } },
      },
    },
    text('Mensagem corrigida: Às 10h'),
  ],
  [
    'a correction as it stands',
    { editedMessage: { message: { conversation: 'Às 10h' } } },
    text('Mensagem corrigida: Às 10h'),
  ],
  [
    'a corrected caption',
    { protocolMessage: { key, type: types.MESSAGE_EDIT, editedMessage: { imageMessage: photo } } },
    { kind: 'text', text: 'Mensagem corrigida: É este aqui', media: null },
  ],
  [
    'a correction to nothing',
    { protocolMessage: { key, type: types.MESSAGE_EDIT, editedMessage: { imageMessage: file } } },
    null,
  ],
  ['a correction of nothing', { protocolMessage: { key, type: types.MESSAGE_EDIT } }, null],
  ['a deletion', { protocolMessage: { key, type: types.REVOKE } }, null],
  ['a timer', { protocolMessage: { type: types.EPHEMERAL_SETTING, ephemeralExpiration: 86_400 } }, null],
  ['a piece of history', { protocolMessage: { type: types.HISTORY_SYNC_NOTIFICATION } }, null],
  [
    'keys of the app',
    { protocolMessage: { type: types.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: {} } },
    null,
  ],
  ['a phone number', { protocolMessage: { type: types.SHARE_PHONE_NUMBER } }, null],
  ['a reaction', { reactionMessage: { key, text: '❤️' } }, null],
  [
    'a reaction in a chat that disappears',
    { ephemeralMessage: { message: { reactionMessage: { key, text: '❤️' } } } },
    null,
  ],
  ['an encrypted reaction', { encReactionMessage: { targetMessageKey: key } }, null],
  ['a vote', { pollUpdateMessage: { pollCreationMessageKey: key } }, null],
  ['an encrypted correction', { secretEncryptedMessage: { targetMessageKey: key } }, null],
  ['a pin', { pinInChatMessage: { key, type: 1 } }, null],
  ['a kept message', { keepInChatMessage: { key } }, null],
  ['keys of a group', { senderKeyDistributionMessage: { groupId: 'g' }, messageContextInfo: {} }, null],
  ['the start of an album', { albumMessage: { expectedImageCount: 3 } }, null],
  [
    'a better copy of a picture',
    {
      associatedChildMessage: { message: { imageMessage: photo } },
      messageContextInfo: {
        messageAssociation: {
          associationType: proto.MessageAssociation.AssociationType.HD_IMAGE_DUAL_UPLOAD,
        },
      },
    },
    null,
  ],
  ['a mention in a status', { statusMentionMessage: { message: { conversation: 'x' } } }, null],
];

describe('what a message says', () => {
  it.each(table)('reads %s', (_what, message, expected) => {
    const got = read(message);
    if (expected === null) expect(got).toBeNull();
    else expect(got).toMatchObject(expected);
  });

  it.each(table.filter(([what]) => !/correct/.test(what)))(
    "reads %s of the owner's the same",
    (_what, message) => {
      const [theirs, ours] = [read(message), read({ deviceSentMessage: { message } }, owners)];
      expect(ours).toEqual(theirs && { ...theirs, author: 'owner', customerName: null });
    },
  );

  it.each(table.filter(([what]) => /correct/.test(what)))(
    'does not take %s of the owner for a word of theirs',
    (_what, message) => {
      expect(read({ deviceSentMessage: { message } }, owners)).toBeNull();
    },
  );

  it('tells with it whose it is, when it was sent and whether it is late', () => {
    expect(read({ conversation: 'Oi' }, envelope, true)).toEqual({
      providerId: 'A1',
      chat: '200000000000002@lid',
      place: 'direct',
      author: 'customer',
      identities: [
        { kind: 'phone', value: '552198887766', phone: '5521998887766' },
        { kind: 'lid', value: '200000000000002' },
      ],
      customerName: 'Maria',
      kind: 'text',
      text: 'Oi',
      audioSeconds: null,
      media: null,
      sentAt: new Date(envelope.sentAt),
      late: true,
    });
  });

  it('reports nothing of what the phone says to this device alone', () => {
    expect(read({ conversation: 'Oi' }, { ...owners, peer: true })).toBeNull();
  });

  it('says of a file all that it takes to fetch it', () => {
    const base64 = (fill: number) => Buffer.from(bytes(fill)).toString('base64');
    expect(parseRef(read({ stickerMessage: file })?.media?.ref ?? '')).toEqual({
      kind: 'image',
      directPath: file.directPath,
      url: file.url,
      mediaKey: base64(1),
      fileSha256: base64(2),
      fileEncSha256: base64(3),
      bytes: 12_345,
    });
  });

  it.each([
    ['no key', { mediaKey: null }],
    ['half a key', { mediaKey: new Uint8Array(16) }],
    ['nothing to check it by', { fileEncSha256: null }],
    ['no address', { directPath: null, url: null }],
    ['an address of two lines', { directPath: '/a\r\nHost: b', url: null }],
    ['an endless address', { directPath: `/${'a'.repeat(refBounds.path)}`, url: null }],
  ])('gives a picture with %s as one that cannot be fetched', (_what, lacking) => {
    expect(read({ imageMessage: { ...photo, ...lacking } })).toMatchObject({ kind: 'image', media: null });
  });

  it('can write down the longest address there may be', () => {
    const address = '"'.repeat(refBounds.path);
    const { media } = read({ imageMessage: { ...photo, directPath: address, url: address } }) ?? {};
    expect(parseRef(media?.ref ?? '')).toMatchObject({ directPath: address, url: address });
  });

  it('does not believe a type that is none', () => {
    const typed = (mimetype: string) => read({ imageMessage: { ...photo, mimetype } })?.media?.mimeType;
    expect(typed('IMAGE/PNG')).toBe('image/png');
    expect(typed('image/png\r\nX: y')).toBe('application/octet-stream');
    expect(typed('')).toBe('application/octet-stream');
  });

  it('cuts a text without tearing a character apart', () => {
    const long = read({ conversation: `a${'😀'.repeat(40_000)}` })?.text ?? '';
    expect(long).toHaveLength(contentBounds.text - 1);
    expect(long.isWellFormed()).toBe(true);
  });

  it('never throws, and stays within its bounds, whatever a message is made of', () => {
    fc.assert(
      fc.property(anyMessage, fc.boolean(), (message, byOwner) => {
        expectBounded(readMessage(byOwner ? owners : envelope, message, false));
        expect(resentMessages(message).length).toBeLessThanOrEqual(contentBounds.resent);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever the bytes are that it was decoded from', () => {
    const samples = table.map(([, message]) => proto.Message.encode(message).finish());
    const damaged = fc
      .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 }))
      .map(([sample, changes]) => {
        const copy = Uint8Array.from(sample);
        for (const [at, value] of changes) if (copy.length > 0) copy[at % copy.length] = value;
        return copy;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (wire) => {
        const message = decoded(wire);
        if (message) expectBounded(readMessage(envelope, message, false));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what the phone sends again', () => {
  const again = (infos: proto.IWebMessageInfo[]): proto.IMessage => ({
    protocolMessage: {
      type: types.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        stanzaId: 'S1',
        peerDataOperationResult: infos.map((info) => ({
          placeholderMessageResendResponse: {
            webMessageInfoBytes: proto.WebMessageInfo.encode(proto.WebMessageInfo.create(info)).finish(),
          },
        })),
      },
    },
  });
  const lost = (id: string): proto.IWebMessageInfo => ({
    key: { ...key, id },
    message: { conversation: `Vim pelo anúncio ${id}` },
  });

  it('is each message with its id', () => {
    const [first, second] = resentMessages(
      proto.Message.decode(proto.Message.encode(again([lost('L1'), lost('L2')])).finish()),
    );
    expect(first).toMatchObject({ providerId: 'L1', message: { conversation: 'Vim pelo anúncio L1' } });
    expect(second && readMessage(envelope, second.message, true)?.text).toBe('Vim pelo anúncio L2');
  });

  it('is nothing in any other message, and leaves out what cannot be read', () => {
    for (const [, message] of table) expect(resentMessages(message)).toEqual([]);
    const { key: _, ...nameless } = lost('L1');
    expect(resentMessages(again([nameless as proto.IWebMessageInfo]))).toEqual([]);
    const garbage = again([lost('L1')]);
    const result =
      garbage.protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult?.[0];
    if (result)
      result.placeholderMessageResendResponse = { webMessageInfoBytes: new Uint8Array([255, 255, 1]) };
    expect(resentMessages(garbage)).toEqual([]);
  });
});

// Helpers

const decoded = (wire: Uint8Array): proto.IMessage | null => {
  try {
    return proto.Message.decode(wire);
  } catch {
    return null;
  }
};

const expectBounded = (message: ReturnType<typeof readMessage>): void => {
  if (!message) return;
  expect(message.text?.length ?? 1).toBeGreaterThan(0);
  expect(message.text?.length ?? 0).toBeLessThanOrEqual(contentBounds.text);
  expect(message.audioSeconds ?? 0).toBeGreaterThanOrEqual(0);
  expect(message.audioSeconds ?? 0).toBeLessThanOrEqual(86_400);
  expect(message.identities).toHaveLength(2);
  if (!message.media) return;
  const { mimeType, fileName, bytes: size, ref } = message.media;
  expect(mimeType.length).toBeLessThanOrEqual(contentBounds.mimeType);
  expect(mimeType).toMatch(/^[ -~]+$/);
  expect(fileName?.length ?? 0).toBeLessThanOrEqual(contentBounds.fileName);
  expect(fileName ?? '').not.toMatch(/\p{Cc}/u);
  expect(size === null || (Number.isSafeInteger(size) && size >= 0)).toBe(true);
  expect(ref.length).toBeLessThanOrEqual(refBounds.ref);
  expect(parseRef(ref)).not.toBeNull();
};

/** Fields by the names the protocol has for them, anywhere and of any depth, now and then of a wrong type. */
const { anyMessage } = fc.letrec<{ anyMessage: proto.IMessage; field: unknown }>((tie) => {
  const names = new Set<string>([
    'message',
    'noteMessage',
    'contacts',
    'options',
    'sections',
    'rows',
    'product',
  ]);
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
      for (const [name, inside] of Object.entries(value)) {
        names.add(name);
        collect(inside);
      }
  };
  collect(table.map(([, message]) => message));
  const leaf = fc.oneof(
    anyText,
    fc.double(),
    fc.bigInt().map(String),
    fc.integer(),
    fc.constant(14),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 40 }),
    fc.constant(bytes(5)),
    fc.constantFrom(file, photo, voice),
    fc.constantFrom(...table.map(([, message]) => message)),
  );
  const object = fc.dictionary(fc.constantFrom(...names), tie('field'), { maxKeys: 6 });
  return {
    field: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      leaf,
      object,
      fc.array(tie('field'), { maxLength: 3 }),
    ),
    anyMessage: object as fc.Arbitrary<proto.IMessage>,
  };
});
