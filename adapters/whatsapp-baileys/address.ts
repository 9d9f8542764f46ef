import { byPhone, type Identity } from '#core/domain/contact.ts';
import { parsePhone } from '#core/domain/phone.ts';

/** One person's address: their phone's digits, or the number (LID) that stands in for a hidden phone. */
export type Address = { readonly user: string; readonly by: 'phone' | 'lid' };

/** The address in any of its spellings, less the device; null for a group, a list, a channel, a bot or WhatsApp itself. */
export const parseAddress = (jid: unknown): Address | null => {
  if (typeof jid !== 'string' || jid.length > 100) return null;
  const [, user = '', server = ''] = /^(\d{5,20})(?:_\d{1,3})?(?::\d{1,5})?@([a-z.]+)$/.exec(jid) ?? [];
  const by = servers[server];
  return by && !(by === 'phone' && notPeople.test(user)) ? { user, by } : null;
};

/** Hosted ones are devices of the same person in a cloud of Meta's. */
const servers: Readonly<Record<string, Address['by']>> = {
  's.whatsapp.net': 'phone',
  'c.us': 'phone',
  hosted: 'phone',
  lid: 'lid',
  'hosted.lid': 'lid',
};

/** Meta AI and its bots, and WhatsApp's own account. */
const notPeople = /^(1313555\d{4}|131655500\d{2}|16505361212)$/;

export const jidOf = ({ user, by }: Address): string =>
  `${user}@${by === 'phone' ? 's.whatsapp.net' : 'lid'}`;

export const sameAddress = (one: Address | null, other: Address | null): boolean =>
  one !== null && other !== null && one.user === other.user && one.by === other.by;

/**
 * What a customer is known by. A number that no numbering plan knows (some `0800` write on WhatsApp) stands for itself
 * where there is no LID.
 */
export const identitiesOf = ({
  phone,
  lid,
}: {
  readonly phone: string | null;
  readonly lid: string | null;
}): readonly Identity[] => {
  const known = phone === null ? null : parsePhone(`+${phone}`);
  const hidden = lid ?? (phone !== null && known === null ? jidOf({ user: phone, by: 'phone' }) : null);
  return [...(known ? [byPhone(known)] : []), ...(hidden ? [{ kind: 'lid' as const, value: hidden }] : [])];
};
