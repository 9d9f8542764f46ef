import { randomBytes } from 'node:crypto';
import { type BinaryNode, proto } from '@whiskeysockets/baileys';
import type { Account } from './account.ts';
import { type Chat, type Handset, textOf } from './handset.ts';
import { type Attributes, node, seconds, userOf } from './nodes.ts';

export type Writing = {
  readonly id?: string;
  readonly text?: string;
  /** In place of `text`. */
  readonly content?: proto.IMessage;
  /** Which names the network gives for the customer of the chat. `lid+pn`: by LID, and their number comes along. */
  readonly named?: 'pn' | 'lid' | 'pn+lid' | 'lid+pn';
  readonly name?: string;
  readonly sentAt?: Date;
  /** The group in which it is written: `120363000000000000@g.us`. */
  readonly group?: string;
  /**
   * `absent`: announced without content, as a first message after an ad; `withheld`: to be seen once, on the phone only;
   * `garbled`: nobody can decrypt it.
   */
  readonly envelope?: 'whole' | 'absent' | 'withheld' | 'garbled';
};

type Written = { readonly author: Handset; readonly content: proto.IMessage; readonly attrs: Attributes };

/** How people's phones write to a device that is linked to one of them. */
export type Writers = {
  /** From a customer to a number, to all devices that are linked to it. Answers the message's id. */
  write(from: Handset, to: Handset, writing: Writing): Promise<string>;
  /** On the phone itself, to a customer: linked devices get a copy. */
  ownerWrites(owner: Handset, to: Handset, writing: Writing): Promise<string>;
  /** The owner's phone hands over the content of a message that came to a device without it. */
  handOver(owner: Handset, from: Handset, id: string, content: proto.IMessage): Promise<void>;
  /** As the author's phone does when a device could not decrypt. False when the message is not known any more. */
  sendAgain(account: Account, id: string, chat: string, count: string): Promise<boolean>;
  /** What a customer's phone says of a message it got. */
  receipt(from: Handset, to: Account, id: string, said: 'delivered' | 'read' | Retry): void;
};

/** Of a message that cannot be decrypted. */
type Retry = { readonly retry: number };

const mostKept = 1_000;

export const writers = (accountsOf: (owner: Handset) => readonly Account[]): Writers => {
  const written = new Map<string, Written>();

  const keep = (key: string, message: Written) => {
    written.set(key, message);
    const oldest = written.keys().next().value;
    if (written.size > mostKept && oldest) written.delete(oldest);
  };

  const send = async (
    to: Handset,
    author: Handset,
    content: proto.IMessage,
    attrs: Attributes,
    envelope: Writing['envelope'],
  ) => {
    for (const account of accountsOf(to)) {
      if (envelope !== 'absent' && envelope !== 'withheld')
        keep(`${account.jid}/${chatOf(attrs)}/${attrs.id}`, { author, content, attrs });
      account.deliver(node('message', attrs, await contents(account, author, content, envelope)));
    }
  };

  return {
    async write(from, to, writing) {
      const { id, content, common } = composed(writing);
      show(from.chatWith(to.pn ?? to.lid), id, content, false);
      const author = authorOf(from, writing);
      const attrs = { ...common, ...author, notify: writing.name ?? from.name };
      await send(to, from, content, attrs, writing.envelope);
      return id;
    },
    async ownerWrites(owner, to, writing) {
      const { id, content, common } = composed(writing);
      show(to.chatWith(owner.pn ?? owner.lid), id, content, true);
      const { mode, own, alternative } = namesOf(to, writing.named);
      const attrs = {
        ...common,
        from: (mode === 'lid' ? owner.lidJid : owner.pnJid) ?? owner.lidJid,
        recipient: own,
        addressing_mode: mode,
        [mode === 'lid' ? 'peer_recipient_pn' : 'peer_recipient_lid']: alternative,
      };
      const copy = { deviceSentMessage: { destinationJid: own, message: content } };
      await send(owner, owner, copy, attrs, writing.envelope);
      return id;
    },
    async handOver(owner, from, id, content) {
      const key = { remoteJid: from.lidJid, fromMe: false, id };
      const webMessageInfoBytes = proto.WebMessageInfo.encode({ key, message: content }).finish();
      const answer: proto.Message.IPeerDataOperationRequestResponseMessage = {
        stanzaId: newId(),
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
      };
      const type = proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE;
      const message = { protocolMessage: { type, peerDataOperationRequestResponseMessage: answer } };
      const attrs = {
        id: newId(),
        t: seconds(),
        type: 'text',
        category: 'peer',
        from: owner.pnJid ?? undefined,
      };
      await send(owner, owner, message, attrs, 'whole');
    },
    async sendAgain(account, id, chat, count) {
      const message = written.get(`${account.jid}/${userOf(chat)}/${id}`);
      if (!message) return false;
      account.askedAgain(id, chat);
      await message.author.forget(account);
      const enc = await message.author.seal(account, message.content);
      account.deliver(node('message', message.attrs, [{ ...enc, attrs: { ...enc.attrs, count } }]));
      return true;
    },
    receipt(from, to, id, said) {
      const retry = typeof said === 'object' ? String(said.retry) : null;
      const type = retry ? 'retry' : said === 'read' ? said : undefined;
      const asked = retry && [node('retry', { count: retry, id, t: seconds(), v: '1' })];
      to.send(node('receipt', { id, from: from.lidJid, t: seconds(), type }, asked ?? undefined));
    },
  };
};

/** A message is shown once, however often it comes. */
export const show = (chat: Chat, id: string, content: proto.IMessage, fromMe: boolean): void => {
  if (chat.contents.has(id)) return;
  chat.contents.set(id, content);
  chat.shown.push({ id, fromMe, text: textOf(content) });
};

const newId = () => randomBytes(10).toString('hex').toUpperCase();

const composed = ({ id = newId(), text, content, sentAt }: Writing) => {
  const message = content ?? { conversation: text ?? '' };
  return { id, content: message, common: { id, t: seconds(sentAt), type: kindOf(message) } };
};

const kindOf = (message: proto.IMessage): string => {
  if (message.reactionMessage) return 'reaction';
  return message.conversation || message.extendedTextMessage || message.protocolMessage ? 'text' : 'media';
};

const namesOf = (person: Handset, named: Writing['named'] = 'lid+pn') => {
  const mode = named.startsWith('pn') && person.pnJid ? 'pn' : 'lid';
  const [own, other] = mode === 'pn' ? [person.pnJid, person.lidJid] : [person.lidJid, person.pnJid];
  return { mode, own: own ?? person.lidJid, alternative: (named.includes('+') && other) || undefined };
};

const authorOf = (from: Handset, { named, group }: Writing): Attributes => {
  const { mode, own, alternative } = namesOf(from, named);
  const other = mode === 'lid' ? 'pn' : 'lid';
  return group
    ? { from: group, participant: own, addressing_mode: mode, [`participant_${other}`]: alternative }
    : { from: own, addressing_mode: mode, [`sender_${other}`]: alternative };
};

const chatOf = (attrs: Attributes): string => userOf(attrs.recipient ?? attrs.from ?? '');

const contents = async (
  account: Account,
  author: Handset,
  content: proto.IMessage,
  envelope: Writing['envelope'] = 'whole',
): Promise<BinaryNode[]> => {
  if (envelope === 'absent') return [node('unavailable')];
  if (envelope === 'withheld') return [node('unavailable', { type: 'view_once_unavailable_fanout' })];
  if (envelope === 'garbled') return [node('enc', { v: '2', type: 'msg' }, randomBytes(80))];
  return [await author.seal(account, content)];
};
