import { byPhone, type Identity } from '#core/domain/contact.ts';
import { type Phone, parsePhone, phoneKey } from '#core/domain/phone.ts';

/** A chat within one number: the customer's hidden address whatever name they go by, or a group's address. */
export type ChatKey = string;

/** Somebody on the other side. Without a phone they are visible by their hidden number (LID) only. */
export type Customer = { readonly phone: Phone | null; readonly lid: string };

/** What the network calls a customer in one message; `chat` is where an answer goes. */
export type Names = { readonly chat: string; readonly phone: Phone | null; readonly lid: string | null };

/** Any spelling of a phone, or `lid:` and digits. All spellings of one phone are one customer. */
export const parseCustomer = (text: string): Customer | null => {
  const lid = /^lid:(\d{1,20})$/.exec(text.trim())?.[1];
  if (lid) return { phone: null, lid };
  const phone = parsePhone(text);
  return phone && byNumber(phone);
};

export const byNumber = (phone: Phone): Customer => ({ phone, lid: `88${phoneKey(phone)}` });

export const chatWith = (customer: Customer): ChatKey => `${customer.lid}@lid`;

export const groupChat = (group: string | true): ChatKey =>
  group === true ? '120363000000000000@g.us' : group.endsWith('@g.us') ? group : `${group}@g.us`;

export const isGroup = (chat: ChatKey): boolean => chat.endsWith('@g.us');

/** The chat behind an address as it stood in a message, and the phone where the address tells one. */
export const parseAddress = (address: string): { chat: ChatKey; phone: Phone | null } | null => {
  const [, name, host] = /^([\w.-]{1,100})@(lid|s\.whatsapp\.net|g\.us)$/.exec(address) ?? [];
  if (!name || !host) return null;
  if (host !== 's.whatsapp.net') return { chat: address, phone: null };
  const phone = parsePhone(`+${name}`);
  return phone && { chat: chatWith(byNumber(phone)), phone };
};

/** The network's choice for one message: by default all names it has, otherwise whichever `random` picks. */
export const namesFor = ({ phone, lid }: Customer, random: (() => number) | null): Names => {
  if (!phone) return { chat: `${lid}@lid`, phone: null, lid };
  const spelled = random && random() < 0.5 ? otherSpelling(phone) : phone;
  const pick = random ? Math.floor(random() * 4) : 0;
  const visible = pick === 1 ? null : spelled;
  return {
    chat: pick === 1 || pick === 2 ? `${lid}@lid` : `${spelled}@s.whatsapp.net`,
    phone: visible,
    lid: pick === 3 ? null : lid,
  };
};

export const identitiesOf = ({ phone, lid }: Names): Identity[] => [
  ...(phone ? [byPhone(phone)] : []),
  ...(lid ? [{ kind: 'lid' as const, value: lid }] : []),
];

/** A Brazilian mobile with the ninth digit added or taken away; any other number as it is. */
const otherSpelling = (phone: Phone): Phone => {
  if (/^55\d{2}9\d{8}$/.test(phone)) return phoneKey(phone) as string as Phone;
  const longer = /^55\d{2}[6-9]\d{7}$/.test(phone) ? `${phone.slice(0, 4)}9${phone.slice(4)}` : phone;
  return parsePhone(longer) ?? phone;
};
