import './silence.ts';
import { proto } from '@whiskeysockets/baileys';
import type { MessageKind } from '#core/domain/message.ts';
import { clean, cut } from '#core/domain/text.ts';
import type { IncomingMedia, IncomingMessage } from '#core/ports/messenger.ts';
import { identitiesOf } from './address.ts';
import { type Envelope, envelopeBounds } from './envelope.ts';
import { type MediaKind, refBounds, writeRef } from './media-ref.ts';
import { texts } from './texts.pt-br.ts';
import { opened } from './unwrap.ts';

export const contentBounds = { text: 65_536, mimeType: 100, fileName: 255, resent: 100 } as const;

/** What a message says, or null when nobody has to hear of it. */
export const readMessage = (
  envelope: Envelope,
  message: proto.IMessage,
  late: boolean,
): IncomingMessage | null => {
  if (envelope.peer) return null;
  const { content, edited, copy } = opened(message);
  if (!content || copy || isSilent(content)) return null;
  const said = edited ? correctionIn(content, envelope.author) : contentOf(content);
  return (
    said && {
      providerId: envelope.providerId,
      chat: envelope.chat,
      place: 'direct',
      author: envelope.author,
      identities: identitiesOf(envelope),
      customerName: envelope.customerName,
      ...said,
      text: said.text === null ? null : cut(said.text, contentBounds.text) || null,
      sentAt: new Date(envelope.sentAt),
      late,
    }
  );
};

type Content = Pick<IncomingMessage, 'kind' | 'text' | 'audioSeconds' | 'media'>;

/**
 * What happens around messages: it gets no answer, and it is no sign that the owner has taken over. An album's pictures
 * come one by one after it; edits that are encrypted once more cannot be read.
 */
const silentTypes = [
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'encEventResponseMessage',
  'encCommentMessage',
  'secretEncryptedMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'albumMessage',
  'stickerSyncRmrMessage',
  'call',
  'callLogMesssage',
  'bcallMessage',
  'scheduledCallEditMessage',
  'requestPhoneNumberMessage',
  'limitSharingMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'statusNotificationMessage',
  'statusMentionMessage',
  'groupStatusMentionMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'statusAddYours',
  'statusQuotedMessage',
  'statusStickerInteractionMessage',
] as const satisfies readonly (keyof proto.IMessage)[];

/** Keys for groups come alone or beside something that was said. */
const isSilent = (message: proto.IMessage): boolean => {
  const present = Object.entries(message).flatMap(([type, content]) => (isThere(content) ? [type] : []));
  const said = present.filter((type) => !keys.includes(type) && type !== 'messageContextInfo');
  if (said.length === 0) return present.some((type) => keys.includes(type));
  return said.every((type) => (silentTypes as readonly string[]).includes(type));
};
const keys = ['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage'];
const isThere = (content: unknown): boolean => content !== null && content !== undefined && content !== '';

/** Of its own id, since the answer to what it corrects may be out already. The owner's corrections change nothing. */
const correctionIn = (message: proto.IMessage, author: Envelope['author']): Content | null => {
  const { text } = contentOf(message);
  return author === 'customer' && text !== null ? wordsOnly('text', texts.corrected(text)) : null;
};

const contentOf = (message: proto.IMessage): Content =>
  fileIn(message) ?? wordsIn(message) ?? wordsOnly('other', describedIn(message));

const wordsOnly = (kind: MessageKind, text: string | null): Content => ({
  kind,
  text,
  audioSeconds: null,
  media: null,
});

const fileIn = (message: proto.IMessage): Content | null => {
  const { imageMessage, audioMessage, documentMessage, stickerMessage } = message;
  const videoMessage = message.videoMessage ?? message.ptvMessage;
  if (imageMessage) return file('image', 'image', imageMessage);
  if (audioMessage)
    return { ...file('audio', 'audio', audioMessage), audioSeconds: secondsOf(audioMessage.seconds) };
  if (documentMessage) return file('document', 'document', documentMessage);
  if (videoMessage) return file('other', 'video', videoMessage);
  return stickerMessage ? file('other', 'image', stickerMessage) : null;
};

type SentFile = {
  readonly caption?: unknown;
  readonly mimetype?: unknown;
  readonly fileName?: unknown;
  readonly fileLength?: unknown;
  readonly directPath?: unknown;
  readonly url?: unknown;
  readonly mediaKey?: unknown;
  readonly fileSha256?: unknown;
  readonly fileEncSha256?: unknown;
};

const file = (kind: MessageKind, mediaKind: MediaKind, sent: SentFile): Content => ({
  kind,
  text: written(sent.caption),
  audioSeconds: null,
  media: mediaOf(mediaKind, sent),
});

/** Null where the content is withheld, as that of a picture to be seen once is, or could not be checked. */
const mediaOf = (kind: MediaKind, sent: SentFile): IncomingMedia | null => {
  const directPath = printable(sent.directPath, refBounds.path);
  const url = printable(sent.url, refBounds.url);
  const [mediaKey, fileSha256, fileEncSha256] = [sent.mediaKey, sent.fileSha256, sent.fileEncSha256].map(
    base64,
  );
  if (!mediaKey || !fileSha256 || !fileEncSha256 || (directPath === null && url === null)) return null;
  const bytes = countOf(sent.fileLength);
  return {
    mimeType: mimeTypeOf(sent.mimetype),
    bytes,
    fileName: typeof sent.fileName === 'string' ? oneLine(sent.fileName, contentBounds.fileName) : null,
    ref: writeRef({ kind, directPath, url, mediaKey, fileSha256, fileEncSha256, bytes }),
  };
};

/** What the customer typed or chose, word for word. */
const wordsIn = (message: proto.IMessage): Content | null => {
  const text =
    written(message.conversation) ??
    written(message.extendedTextMessage?.text) ??
    written(message.buttonsResponseMessage?.selectedDisplayText) ??
    written(message.buttonsResponseMessage?.selectedButtonId) ??
    written(message.templateButtonReplyMessage?.selectedDisplayText) ??
    written(message.templateButtonReplyMessage?.selectedId) ??
    lines(message.listResponseMessage?.title, message.listResponseMessage?.description) ??
    written(message.listResponseMessage?.singleSelectReply?.selectedRowId) ??
    written(message.interactiveResponseMessage?.body?.text) ??
    written(message.questionResponseMessage?.text) ??
    written(message.statusQuestionAnswerMessage?.text);
  return text === null ? null : wordsOnly('text', text);
};

/** What stood on the screen, in words; null for what this client does not know. */
const describedIn = (message: proto.IMessage): string | null =>
  placeIn(message) ?? contactsIn(message) ?? offerIn(message) ?? templateIn(message) ?? noteIn(message);

const placeIn = ({ locationMessage, liveLocationMessage }: proto.IMessage): string | null => {
  if (locationMessage) {
    const named = [locationMessage.name, locationMessage.address].map((part) => oneLine(part, 500));
    return texts.place(where(named, locationMessage));
  }
  if (!liveLocationMessage) return null;
  return texts.livePlace(where([oneLine(liveLocationMessage.caption, 500)], liveLocationMessage));
};

type Point = { readonly degreesLatitude?: unknown; readonly degreesLongitude?: unknown };

const where = (named: readonly (string | null)[], { degreesLatitude, degreesLongitude }: Point): string => {
  const names = named.filter((name) => name !== null).join(', ');
  const link =
    within(degreesLatitude, 90) && within(degreesLongitude, 180)
      ? `https://maps.google.com/?q=${degrees(degreesLatitude)},${degrees(degreesLongitude)}`
      : null;
  return (names && link ? `${names} (${link})` : names || link) ?? '?';
};

const within = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most;
const degrees = (value: number): string => String(Number(value.toFixed(6)));

const contactsIn = ({ contactMessage, contactsArrayMessage }: proto.IMessage): string | null => {
  const cards = [contactMessage, ...listOf(contactsArrayMessage?.contacts)].filter((card) => card != null);
  if (cards.length === 0) return written(contactsArrayMessage?.displayName, texts.contact);
  return cards.slice(0, 20).map(cardOf).join('\n');
};

const cardOf = ({ displayName, vcard }: proto.Message.IContactMessage): string => {
  const card = typeof vcard === 'string' ? vcard.slice(0, 20_000) : '';
  const phones = [...card.matchAll(/^(?:[\w-]{1,20}\.)?TEL[^:\r\n]{0,200}:([^\r\n]{1,60})/gim)].slice(0, 3);
  const parts = [displayName, ...phones.map(([, phone]) => phone)].map((part) => oneLine(part, 200));
  return texts.contact(parts.filter((part) => part !== null).join(', ') || '?');
};

const offerIn = (message: proto.IMessage): string | null => {
  const poll =
    message.pollCreationMessage ??
    message.pollCreationMessageV2 ??
    message.pollCreationMessageV3 ??
    message.pollCreationMessageV5;
  if (poll) return lines(texts.poll(oneLine(poll.name, 500) ?? '?'), ...optionsOf(poll));
  const { productMessage, orderMessage, eventMessage, listMessage } = message;
  if (productMessage) {
    const { title, description } = productMessage.product ?? {};
    return lines(texts.product(oneLine(title, 500) ?? '?'), description, productMessage.body);
  }
  if (orderMessage) {
    const count = countOf(orderMessage.itemCount);
    const what = [oneLine(orderMessage.orderTitle, 500), count && texts.items(count)].filter(Boolean);
    return lines(texts.order(what.join(', ') || '?'), orderMessage.message);
  }
  if (eventMessage)
    return lines(texts.event(oneLine(eventMessage.name, 500) ?? '?'), eventMessage.description);
  return listMessage
    ? lines(listMessage.title, listMessage.description, ...rowsOf(listMessage), listMessage.footerText)
    : null;
};

const optionsOf = ({ options }: proto.Message.IPollCreationMessage): (string | null)[] =>
  listOf(options)
    .slice(0, 20)
    .map((option) => written(option?.optionName, (name) => `- ${name}`));

const rowsOf = ({ sections }: proto.Message.IListMessage): (string | null)[] =>
  listOf(sections)
    .slice(0, 20)
    .flatMap((section) => listOf(section?.rows).slice(0, 20))
    .map((row) => written(row?.title, (title) => `- ${title}`));

const templateIn = (message: proto.IMessage): string | null => {
  const { buttonsMessage, interactiveMessage, highlyStructuredMessage } = message;
  if (buttonsMessage)
    return lines(buttonsMessage.text, buttonsMessage.contentText, buttonsMessage.footerText);
  if (interactiveMessage) return interactive(interactiveMessage);
  const template = message.templateMessage ?? highlyStructuredMessage?.hydratedHsm;
  const four = template?.hydratedFourRowTemplate ?? template?.hydratedTemplate;
  if (four) return lines(four.hydratedTitleText, four.hydratedContentText, four.hydratedFooterText);
  return template?.interactiveMessageTemplate ? interactive(template.interactiveMessageTemplate) : null;
};

const interactive = ({ header, body, footer }: proto.Message.IInteractiveMessage): string | null =>
  lines(header?.title, header?.subtitle, body?.text, footer?.text);

const noteIn = (message: proto.IMessage): string | null => {
  const { groupInviteMessage, stickerPackMessage, requestPaymentMessage, sendPaymentMessage } = message;
  if (groupInviteMessage)
    return lines(
      texts.groupInvite(oneLine(groupInviteMessage.groupName, 200) ?? '?'),
      groupInviteMessage.caption,
    );
  const note = requestPaymentMessage?.noteMessage ?? sendPaymentMessage?.noteMessage;
  return (
    written(note?.extendedTextMessage?.text ?? note?.conversation, texts.payment) ??
    written(message.invoiceMessage?.note, texts.payment) ??
    written(stickerPackMessage?.caption) ??
    written(message.scheduledCallCreationMessage?.title) ??
    written(message.newsletterAdminInviteMessage?.caption) ??
    written(message.newsletterFollowerInviteMessageV2?.caption)
  );
};

export type Resent = { readonly providerId: string; readonly message: proto.IMessage };

/** What the phone sends again because this device could not read it. To be believed from the own phone only (`peer`). */
export const resentMessages = (message: proto.IMessage): readonly Resent[] => {
  const answer = (opened(message).content ?? message).protocolMessage
    ?.peerDataOperationRequestResponseMessage;
  return listOf(answer?.peerDataOperationResult)
    .slice(0, contentBounds.resent)
    .flatMap((result) => resentIn(result?.placeholderMessageResendResponse?.webMessageInfoBytes));
};

const resentIn = (bytes: unknown): Resent[] => {
  if (!(bytes instanceof Uint8Array)) return [];
  try {
    const { key, message } = proto.WebMessageInfo.decode(bytes);
    if (!key?.id || key.id.length > envelopeBounds.providerId || !message) return [];
    return [{ providerId: key.id, message }];
  } catch {
    return [];
  }
};

const written = (text: unknown, as: (text: string) => string = (same) => same): string | null =>
  typeof text === 'string' && text.trim() !== '' ? as(cut(text, contentBounds.text)) : null;

const oneLine = (text: unknown, most: number): string | null =>
  (typeof text === 'string' && cut(clean(cut(text, most)).replace(/\s+/g, ' '), most)) || null;

const lines = (...parts: readonly unknown[]): string | null => {
  const said = parts.map((part) => written(part)).filter((part) => part !== null);
  return said.length > 0 ? said.join('\n') : null;
};

const listOf = <T>(list: readonly T[] | null | undefined): readonly T[] => (Array.isArray(list) ? list : []);

const bounded = (text: unknown, most: number): string | null =>
  typeof text === 'string' && text !== '' && text.length <= most ? text : null;

const printable = (text: unknown, most: number): string | null =>
  /^[\x21-\x7e]+$/.test(bounded(text, most) ?? '') ? (text as string) : null;

const base64 = (bytes: unknown): string | null =>
  bytes instanceof Uint8Array && bytes.length === 32 ? Buffer.from(bytes).toString('base64') : null;

/** Also of protobuf's own kind of long numbers. */
const countOf = (value: unknown): number | null => {
  const count = value === null || value === undefined ? Number.NaN : Number(String(value));
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
};

const secondsOf = (value: unknown): number | null => {
  const seconds = countOf(value);
  return seconds === null ? null : Math.min(seconds, 86_400);
};

const mimeTypeOf = (type: unknown): string => {
  const said = typeof type === 'string' ? type.trim().toLowerCase() : '';
  const plain =
    said.length <= contentBounds.mimeType && /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+="?[\w.+-]+"?)*$/.test(said);
  return plain ? said : 'application/octet-stream';
};
