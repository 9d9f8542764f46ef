import './silence.ts';
import { proto } from '@whiskeysockets/baileys';

export type Opened = {
  /** Null where nothing is inside. */
  readonly content: proto.IMessage | null;
  /** It takes the place of an earlier message. */
  readonly edited: boolean;
  /** A better copy, or the moving part, of a picture or video that comes by itself. */
  readonly copy: boolean;
};

const edit = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
const association = proto.MessageAssociation.AssociationType;
const copies: readonly unknown[] = [
  association.HD_IMAGE_DUAL_UPLOAD,
  association.HD_VIDEO_DUAL_UPLOAD,
  association.HEVC_VIDEO_DUAL_UPLOAD,
  association.MOTION_PHOTO,
];
const deepest = 10;

/** The message inside its wrappings. */
export const opened = (message: proto.IMessage): Opened => {
  let content: proto.IMessage | null = message;
  let edited = false;
  let copy = false;
  for (let depth = 0; content && depth < deepest; depth += 1) {
    const { protocolMessage, editedMessage, messageContextInfo }: proto.IMessage = content;
    if (copies.includes(messageContextInfo?.messageAssociation?.associationType)) copy = true;
    if (protocolMessage?.type === edit || editedMessage) edited = true;
    const inside = innerOf(content);
    if (inside === undefined) break;
    content = inside;
  }
  return { content, edited, copy };
};

/** Undefined where nothing is wrapped. */
const innerOf = (message: proto.IMessage): proto.IMessage | null | undefined => {
  const { protocolMessage, deviceSentMessage } = message;
  if (protocolMessage?.type === edit) return protocolMessage.editedMessage ?? null;
  if (deviceSentMessage) return deviceSentMessage.message ?? null;
  const once = message.viewOnceMessage ?? message.viewOnceMessageV2 ?? message.viewOnceMessageV2Extension;
  if (once) return holdsSomething(once.message) ? once.message : withheldPicture;
  const wrapper = wrappers.map((name) => message[name]).find((found) => found != null);
  return wrapper ? (wrapper.message ?? null) : undefined;
};

/** Most devices are not shown what is to be seen only once; the phone is. */
const withheldPicture: proto.IMessage = { imageMessage: { viewOnce: true } };

const holdsSomething = (message: proto.IMessage | null | undefined): message is proto.IMessage =>
  Object.entries(message ?? {}).some(([type, content]) => type !== 'messageContextInfo' && content != null);

const wrappers = [
  'ephemeralMessage',
  'documentWithCaptionMessage',
  'editedMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'botForwardedMessage',
  'lottieStickerMessage',
  'associatedChildMessage',
  'eventCoverImage',
  'pollCreationMessageV4',
  'pollCreationOptionImageMessage',
  'questionMessage',
  'questionReplyMessage',
] as const satisfies readonly (keyof proto.IMessage)[];
