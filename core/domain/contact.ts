import type { Phone, PhoneKey } from './phone.ts';
import { phoneKey } from './phone.ts';

/** A customer of one agent. The phone may stay unknown: WhatsApp also addresses people by LID, sites by session. */
export type Contact = {
  readonly id: number;
  readonly agentId: number;
  readonly name: string | null;
  readonly phone: Phone | null;
};

/** One way in which a contact is known; within an agent an identity belongs to one contact. */
export type Identity =
  | { readonly kind: 'phone'; readonly value: PhoneKey; readonly phone: Phone }
  | { readonly kind: 'lid'; readonly value: string }
  | { readonly kind: 'web'; readonly value: string };

export const byPhone = (phone: Phone): Identity => ({ kind: 'phone', value: phoneKey(phone), phone });
