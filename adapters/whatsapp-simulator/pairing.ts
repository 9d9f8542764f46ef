import type { Session } from '#core/ports/messenger.ts';
import type { World } from './world.ts';

export type Pairing = { askForCode(): void; stop(): void };

type Shown = { qr(payload: string): void; code(code: string): void; expired(): void };

/** WhatsApp's own rhythm: the first QR lives a minute, each next one 20 seconds, three minutes in all. */
const livesMs = [60_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000];

/** Keeps a QR on the session's screen until it is scanned, typed or nobody came. */
export const startPairing = (world: World, session: Session, shown: Shown): Pairing => {
  let renewals = 0;
  let qr = '';
  let code: string | null = null;
  let cancel = () => {};

  const renew = (): void => {
    const lifeMs = livesMs[renewals];
    if (lifeMs === undefined) {
      shown.expired();
      return;
    }
    renewals += 1;
    qr = payloadFor(session, world.random);
    world.offer({ session, qr, code });
    shown.qr(qr);
    cancel = world.timers.after(lifeMs, renew);
  };
  renew();

  return {
    askForCode() {
      code = randomText(world.random, typeable, 8);
      world.offer({ session, qr, code });
      shown.code(code);
    },
    stop: () => cancel(),
  };
};

const typeable = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const payloadFor = ({ phone }: Session, random: () => number): string =>
  `https://wa.me/settings/linked_devices#2@${randomText(random, base64, 44)},${phone},simulator`;

const randomText = (random: () => number, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
