import { type Phone, samePhone } from '#core/domain/phone.ts';
import type { Session } from '#core/ports/messenger.ts';

/** What a session shows on its screen while nobody has paired it. */
export type Offer = { readonly session: Session; readonly qr: string; readonly code: string | null };

/** What all sessions show now; a session's newest takes the place of its last. */
export const openOffers = () => {
  const shown = new Map<string, Offer>();
  let change = Promise.withResolvers<void>();
  const wake = () => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  return {
    show(name: string, offer: Offer): void {
      shown.delete(name);
      shown.set(name, offer);
      wake();
    },
    takeDown: (name: string) => void shown.delete(name),
    withQr: (qr: string) => [...shown.values()].find((offer) => offer.qr === qr),
    withCode: (code: string) => [...shown.values()].find((offer) => offer.code === code),
    all: (): readonly Offer[] => [...shown.values()],
    /** The newest last. */
    of: (phone: Phone) => [...shown.values()].filter(({ session }) => samePhone(session.phone, phone)),
    /** Ends when something new is shown, or when those who wait are woken. */
    next: (): Promise<void> => change.promise,
    wake,
  };
};
