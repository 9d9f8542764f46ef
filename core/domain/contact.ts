import type { Phone, PhoneKey } from './phone.ts';
import { phoneKey } from './phone.ts';

/**
 * One way in which a contact, a customer of one agent, is known; within an agent an identity belongs to one contact.
 * The phone may stay unknown: WhatsApp also addresses people by LID, sites by session.
 */
export type Identity =
  | { readonly kind: 'phone'; readonly value: PhoneKey; readonly phone: Phone }
  | { readonly kind: 'lid'; readonly value: string }
  | { readonly kind: 'web'; readonly value: string };

export const byPhone = (phone: Phone): Identity => ({ kind: 'phone', value: phoneKey(phone), phone });
