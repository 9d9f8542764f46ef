import type { LanguageModel } from '#core/ports/language-model.ts';
import { openWhatsAppLine } from './whatsapp-line.ts';

export type RoundTrip = {
  /** From the owner's click to the code on the screen. */
  readonly qrSeconds: number;
  /** From the scan to the line that is up. */
  readonly connectedSeconds: number;
  /** From the customer's message to the answer that is decrypted on the customer's phone, the burst's window included. */
  readonly byLidSeconds: number;
  readonly byNumberSeconds: number;
};

/** Everything from the click on "connect" to an answer that a customer reads, by the real client. */
export const roundTrip = async (url: string): Promise<RoundTrip> => {
  const line = await openWhatsAppLine(url, welcome);
  const { whatsapp, owner, gateway } = line;
  const answered = async (named: 'lid' | 'pn', pn: string | null, lid: string) => {
    const customer = whatsapp.person({ pn, lid });
    const since = stopwatch();
    await line.write(customer, { text: 'Oi', named });
    await whatsapp.until(() => line.chat(customer).shown.some(({ fromMe }) => fromMe), 60_000);
    return since();
  };
  try {
    gateway.up();
    const clicked = stopwatch();
    await line.want();
    const qr = await line.qr();
    const qrSeconds = clicked();
    const scanned = stopwatch();
    await whatsapp.scan(qr, owner);
    await line.connected();
    const connectedSeconds = scanned();
    const byLidSeconds = await answered('lid', null, '200000000000001');
    const byNumberSeconds = await answered('pn', '5521998887766', '200000000000002');
    return { qrSeconds, connectedSeconds, byLidSeconds, byNumberSeconds };
  } finally {
    await line.close();
  }
};

const welcome: LanguageModel = { reply: async () => ({ kind: 'text', text: 'Olá! Como posso ajudar?' }) };

const stopwatch = () => {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1_000;
};
