import type { Application } from '#core/application/index.ts';
import type { NumberOf } from '#core/application/whatsapp/agent-of-number.ts';
import { done, refused } from '#core/domain/result.ts';
import { whatsapp } from '../contract/whatsapp.ts';
import { forOwner, type Route } from '../endpoint.ts';
import { patiently } from '../patience.ts';
import { qrText } from '../qr.ts';
import { shownAs } from '../shown-as.ts';
import { shownConnection } from '../shown-connection.ts';

/** `patienceMs`: how long a call waits for the gateway before it says that it takes longer. */
export const whatsappRoutes = (app: Application, patienceMs: number): readonly Route[] => {
  const connect = (owner: number, number: NumberOf, how: 'qr' | 'pairing-code') =>
    patiently(
      patienceMs,
      () => app.connectNumber(owner, number, how),
      (result) => result.ok || result.refusal.kind !== 'number-leaving',
    );
  const start = (owner: number, number: NumberOf) => connect(owner, number, 'qr');

  return [
    forOwner(whatsapp.status, async (owner, number) =>
      shownAs(
        (found) => ({
          connected: found?.state === 'connected',
          state: found?.state ?? 'disconnected',
          ...shownConnection(found),
        }),
        await app.numberState(owner, number),
      ),
    ),
    forOwner(whatsapp.start, start),
    forOwner(whatsapp.startByPost, start),
    forOwner(whatsapp.qr, async (owner, number) => {
      const found = await app.numberState(owner, number);
      return found.ok ? done(await qrText(found.value)) : found;
    }),
    forOwner(whatsapp.pairingCode, async (owner, number) => {
      const asked = await connect(owner, number, 'pairing-code');
      if (!asked.ok) return asked;
      const reported = await patiently(
        patienceMs,
        () => app.numberState(owner, number),
        (result) => !result.ok || Boolean(result.value?.pairingCode),
      );
      if (!reported.ok) return reported;
      const code = reported.value?.pairingCode;
      return code ? done({ code }) : refused({ kind: 'no-pairing-code-yet' });
    }),
    forOwner(whatsapp.disconnect, (owner, number) => app.disconnectNumber(owner, number)),
  ];
};
