import { atMost } from '#core/application/whatsapp/timers.ts';
import type { Phone } from '#core/domain/phone.ts';
import { parsePhone } from '#core/domain/phone.ts';
import type { FieldProblem } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { after, minute } from '#core/domain/time.ts';
import type { HaltProblem } from '#core/ports/messenger.ts';
import { type ChatKey, chatWith, isGroup, parseAddress, parseCustomer } from './address.ts';
import type { Chat, Line, Message } from './state.ts';
import { mine } from './state.ts';
import type { World } from './world.ts';
import { readWritten, type WriteInput } from './writing.ts';

export type SimulatorRefusal =
  | {
      readonly kind: 'invalid-field';
      readonly field: keyof WriteInput | 'phone' | 'as';
      readonly problem: FieldProblem;
      readonly max?: number;
    }
  /** No session of this number shows a QR, so there is nothing to scan. */
  | { readonly kind: 'nothing-to-scan' }
  /** So much waits for a session that is away that the phone takes nothing more in. */
  | { readonly kind: 'too-much-waiting' };

type Answer<T> = Result<T, SimulatorRefusal>;

export type SimulatedPhone = {
  readonly phone: string;
  readonly connection: 'normal' | 'down' | 'unlinked';
  /** The newest QR that waits to be scanned. */
  readonly qr: string | null;
  readonly waitsForScan: boolean;
};

export type ShownChat = { readonly contact: string; readonly lastText: string | null; readonly at: Date };

export type ShownMessage = {
  readonly id: string;
  readonly fromMe: boolean;
  readonly text: string | null;
  readonly file?: string;
  readonly sentAt: Date;
};

export type SimulatorCalls = ReturnType<typeof simulatorCalls>;

/** What may happen to a phone's connection; a halt happens once and is over when the session is opened again. */
export type SetConnection = 'down' | 'normal' | 'unlinked' | HaltProblem;

/** Long enough to be looked at. */
const shortBanMs = 10 * minute;
const scanPatienceMs = 10_000;
const handOverPatienceMs = 20_000;

/** What people and tests do with the simulated phones, with every input checked. */
export const simulatorCalls = (world: World) => ({
  /** All numbers that were ever used, linked or not, and those that wait for their first scan. */
  phones(): readonly SimulatedPhone[] {
    const shown = (phone: Phone, connection: SimulatedPhone['connection']): SimulatedPhone => {
      const qr = world.offersOf(phone).at(-1)?.qr ?? null;
      return { phone, connection, qr, waitsForScan: qr !== null };
    };
    return [
      ...world.lines().map((line) => shown(line.phone, connectionOf(line))),
      ...world.newNumbers().map((phone) => shown(phone, 'unlinked')),
    ];
  },

  /** Newest first. */
  chats(phoneText: string): Answer<readonly ShownChat[]> {
    const phone = parsePhone(phoneText);
    if (!phone) return invalid('phone');
    const chats = [...world.chats(phone)].reverse();
    return done(chats.map(([key, chat]) => shownChat(key, chat)));
  },

  /** Everything that still stands in that chat, oldest first. */
  chat(phoneText: string, contact: string): Answer<readonly ShownMessage[]> {
    const phone = parsePhone(phoneText);
    if (!phone) return invalid('phone');
    const key = parseChat(contact);
    return key ? done((world.chats(phone).get(key)?.messages ?? []).map(shownMessage)) : invalid('contact');
  },

  /** Scans the newest QR of the number, waiting a little for one to show. A number that is connected already is left so. */
  async pair(phoneText: string, { as }: { as?: string | undefined } = {}): Promise<Answer<undefined>> {
    const phone = parsePhone(phoneText);
    const by = as === undefined ? phone : parsePhone(as);
    if (!phone) return invalid('phone');
    if (!by) return invalid('as');
    if (as === undefined && world.offersOf(phone).length === 0 && world.connected(phone))
      return done(undefined);
    const paired = await scan(world, phone, by);
    if (!paired) return refused({ kind: 'nothing-to-scan' });
    await atMost(world.timers, handOverPatienceMs, paired.heard);
    return done(undefined);
  },

  /** Ends when the product has taken the message over, or at once while no session of the number is connected. */
  async write(phoneText: string, input: WriteInput): Promise<Answer<{ readonly id: string }>> {
    const phone = parsePhone(phoneText);
    if (!phone) return invalid('phone');
    const written = readWritten(input);
    if (!written.ok) return written;
    if (world.full(phone)) return refused({ kind: 'too-much-waiting' });
    const { id, handedOver } = world.write(phone, written.value);
    await atMost(world.timers, handOverPatienceMs, handedOver);
    return done({ id });
  },

  /** Ends when the product has heard of it. */
  async setConnection(phoneText: string, state: SetConnection): Promise<Answer<undefined>> {
    const phone = parsePhone(phoneText);
    if (!phone) return invalid('phone');
    await atMost(world.timers, handOverPatienceMs, setTo(world, phone, state));
    return done(undefined);
  },
});

const setTo = (world: World, phone: Phone, state: SetConnection): Promise<void> => {
  switch (state) {
    case 'down':
    case 'normal':
      return world.setDown(phone, state === 'down');
    case 'unlinked':
      return world.unlinkOnPhone(phone);
    case 'temporarily-banned':
      return world.halt(phone, state, after(world.clock.now(), shortBanMs));
    default:
      return world.halt(phone, state, null);
  }
};

const invalid = (field: 'phone' | 'contact' | 'as') =>
  refused({ kind: 'invalid-field', field, problem: 'invalid' } as const);

/** The QR may have been renewed, or not be drawn yet, when the camera is held up. */
const scan = async (world: World, phone: Phone, by: Phone): Promise<{ heard: Promise<void> } | null> => {
  let patience = true;
  const stop = world.timers.after(scanPatienceMs, () => {
    patience = false;
    world.wake();
  });
  while (patience) {
    const offer = world.offersOf(phone).at(-1);
    const heard = offer && world.scan(offer.qr, by);
    if (heard) {
      stop();
      return { heard };
    }
    await world.nextOffer();
  }
  return null;
};

const connectionOf = (line: Line): SimulatedPhone['connection'] => {
  if (line.down) return 'down';
  return [...line.devices.values()].some(({ revoked }) => !revoked) ? 'normal' : 'unlinked';
};

const parseChat = (contact: string): ChatKey | null => {
  if (isGroup(contact)) return parseAddress(contact)?.chat ?? null;
  const customer = parseCustomer(contact);
  return customer && chatWith(customer);
};

const shownChat = (key: ChatKey, { phone, messages }: Chat): ShownChat => {
  const last = messages.at(-1);
  const contact = phone ?? (isGroup(key) ? key : `lid:${key.slice(0, -'@lid'.length)}`);
  return { contact, lastText: last?.text ?? null, at: new Date(last?.sentAt ?? 0) };
};

const shownMessage = (message: Message): ShownMessage => ({
  id: message.id,
  fromMe: mine(message),
  text: message.text,
  ...(message.media ? { file: message.media.fileName ?? fileName(message.kind, message.media.type) } : {}),
  sentAt: new Date(message.sentAt),
});

const fileName = (kind: string, type: string): string => `${kind}.${type.split('/')[1] ?? 'bin'}`;
