import type { MessageKind } from '#core/domain/message.ts';
import { type Phone, type PhoneKey, phoneKey } from '#core/domain/phone.ts';
import type { ChatKey, Names } from './address.ts';

/** One message as it stands in a chat. `owner` typed it on the phone, `agent` sent it through us. */
export type Message = {
  readonly id: string;
  readonly author: 'customer' | 'owner' | 'agent';
  readonly kind: MessageKind;
  readonly text: string | null;
  readonly media: { readonly type: string; readonly bytes: number; readonly fileName?: string } | null;
  readonly audioSeconds: number | null;
  readonly sentAt: number;
  readonly names: Names;
  readonly customerName: string | null;
};

export type Chat = { phone: Phone | null; readonly messages: Message[] };

/** A message on its way to one device. `taken` is called once that device has it for good. */
export type Delivery = { readonly message: Message; late: boolean; taken(): void };

/** Our client as the phone knows it. A revoked one is told so when it next shows up. */
export type Device = { revoked: boolean; waitingCount: number; readonly waiting: Map<ChatKey, Delivery[]> };

/** A phone with its chats, the least recently used first, and the devices linked to it. */
export type Line = {
  readonly phone: Phone;
  down: boolean;
  readonly devices: Map<string, Device>;
  readonly chats: Map<ChatKey, Chat>;
};

export type State = Map<PhoneKey, Line>;

/** Everything that changes a phone for good; the state is what these add up to. */
export type Entry =
  | { readonly did: 'link' | 'revoke' | 'forget'; readonly phone: Phone; readonly device: string }
  | { readonly did: 'line'; readonly phone: Phone; readonly down: boolean }
  | {
      readonly did: 'write';
      readonly phone: Phone;
      readonly chat: ChatKey;
      readonly with: Phone | null;
      readonly message: Message;
      /** Whom it is still to be handed over to. */
      readonly to: readonly string[];
    }
  | {
      readonly did: 'take';
      readonly phone: Phone;
      readonly device: string;
      readonly chat: ChatKey;
      readonly mine: boolean;
      readonly id: string;
    };

export const bounds = { messagesPerChat: 200, chatsPerPhone: 2_000, phones: 2_000, waitingPerDevice: 20_000 };

export const lineOf = (state: State, phone: Phone): Line => {
  const known = state.get(phoneKey(phone));
  if (known) return known;
  if (state.size >= bounds.phones) forgetIdleLine(state);
  const line: Line = { phone, down: false, devices: new Map(), chats: new Map() };
  state.set(phoneKey(phone), line);
  return line;
};

export const mine = (message: Message): boolean => message.author !== 'customer';

/** An id is unique only together with the chat and the side that wrote it. */
export const findMessage = (chat: Chat | undefined, id: string, fromMe: boolean): Message | undefined =>
  chat?.messages.find((message) => message.id === id && mine(message) === fromMe);

export const apply = (state: State, entry: Entry): void => {
  const line = lineOf(state, entry.phone);
  switch (entry.did) {
    case 'line':
      line.down = entry.down;
      return;
    case 'link':
      line.devices.set(entry.device, { revoked: false, waitingCount: 0, waiting: new Map() });
      return;
    case 'revoke':
      line.devices.set(entry.device, { revoked: true, waitingCount: 0, waiting: new Map() });
      return;
    case 'forget':
      line.devices.delete(entry.device);
      return;
    case 'write':
      write(line, entry);
      return;
    case 'take':
      take(line.devices.get(entry.device), entry);
  }
};

export const enqueue = (device: Device, chat: ChatKey, delivery: Delivery): void => {
  const waiting = device.waiting.get(chat);
  if (waiting) waiting.push(delivery);
  else device.waiting.set(chat, [delivery]);
  device.waitingCount += 1;
};

/** The shortest list of entries that adds up to the same state. */
export const tell = function* (state: State): Generator<Entry> {
  for (const line of state.values()) {
    const { phone } = line;
    yield { did: 'line', phone, down: line.down };
    for (const [device, { revoked }] of line.devices)
      yield { did: revoked ? 'revoke' : 'link', phone, device };
    for (const chat of new Set([...chatsWaiting(line), ...line.chats.keys()]))
      for (const message of messagesOf(line, chat))
        yield {
          did: 'write',
          phone,
          chat,
          with: line.chats.get(chat)?.phone ?? null,
          message,
          to: waitingFor(line, chat, message),
        };
  }
};

const write = (line: Line, entry: Entry & { did: 'write' }): void => {
  const chat = line.chats.get(entry.chat) ?? { phone: null, messages: [] };
  line.chats.delete(entry.chat);
  line.chats.set(entry.chat, chat);
  chat.phone ??= entry.with;
  chat.messages.push(entry.message);
  if (chat.messages.length > bounds.messagesPerChat) chat.messages.shift();
  for (const oldest of line.chats.keys()) {
    if (line.chats.size <= bounds.chatsPerPhone) break;
    line.chats.delete(oldest);
  }
  for (const name of entry.to) {
    const device = line.devices.get(name);
    if (device) enqueue(device, entry.chat, { message: entry.message, late: true, taken() {} });
  }
};

const take = (device: Device | undefined, entry: Entry & { did: 'take' }): void => {
  const waiting = device?.waiting.get(entry.chat);
  const i =
    waiting?.findIndex(({ message }) => message.id === entry.id && mine(message) === entry.mine) ?? -1;
  if (!device || !waiting || i < 0) return;
  waiting.splice(i, 1);
  device.waitingCount -= 1;
  if (waiting.length === 0) device.waiting.delete(entry.chat);
};

/** Chats that were put away although something of them still waits. */
const chatsWaiting = (line: Line): ChatKey[] =>
  [...line.devices.values()]
    .flatMap(({ waiting }) => [...waiting.keys()])
    .filter((chat) => !line.chats.has(chat));

/** What waits may have left the chat already; it is older than all that is still shown. */
const messagesOf = (line: Line, chat: ChatKey): Iterable<Message> => {
  const shown = line.chats.get(chat)?.messages ?? [];
  const waiting = [...line.devices.values()].flatMap((device) =>
    (device.waiting.get(chat) ?? []).map(({ message }) => message),
  );
  return new Set([...waiting.filter((message) => !shown.includes(message)), ...shown]);
};

const waitingFor = (line: Line, chat: ChatKey, message: Message): string[] =>
  [...line.devices]
    .filter(([, device]) => device.waiting.get(chat)?.some((delivery) => delivery.message === message))
    .map(([name]) => name);

const forgetIdleLine = (state: State): void => {
  for (const [key, line] of state) {
    if (line.devices.size > 0) continue;
    state.delete(key);
    return;
  }
};
