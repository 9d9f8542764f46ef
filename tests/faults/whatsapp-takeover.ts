import type { LanguageModel } from '#core/ports/language-model.ts';
import type { Handset } from '#tests/support/fake-whatsapp/handset.ts';
import { until } from '#tests/support/pipeline.ts';
import { phone } from '#tests/support/shop.ts';
import { openWhatsAppLine, type WhatsAppLine } from './whatsapp-line.ts';

export type TakeoverReport = {
  readonly points: number;
  /** Automatic messages that reached WhatsApp after we had said that we have the owner's message. */
  readonly spokenOver: number;
  /** Chats in which an automatic message stands after the owner's, those included that met on the way. */
  readonly crossed: number;
  /** Turns that the owner's message ended. */
  readonly steppedBack: number;
  readonly seconds: number;
};

/** The owner writes on the phone at random points of an answer that leaves by the real client. */
export const takeover = async (url: string, points: number): Promise<TakeoverReport> => {
  const line = await openWhatsAppLine(url, slow);
  try {
    await line.connect();
    const begun = performance.now();
    let spokenOver = 0;
    line.whatsapp.treat(({ to }) => {
      const customer = line.whatsapp.person({ lid: to.split('@')[0] ?? '' });
      if (line.device.receipts.some(({ id }) => id === ownersId(customer))) spokenOver += 1;
      return {};
    });
    const customers = Array.from({ length: points }, (_, n) =>
      line.whatsapp.person({ pn: phone(`219${80_000_000 + n}`) }),
    );
    for (let start = 0; start < points; start += 5) {
      await Promise.all(
        customers.slice(start, start + 5).map((customer) => customerThenOwner(line, customer)),
      );
    }
    await until(() => line.nothingWaits(), 60);
    const { rows } = await line.pool.query<{ count: number }>(
      `select count(*)::int as count from turns where outcome = 'human-took-over'`,
    );
    return {
      points,
      spokenOver,
      crossed: customers.filter((customer) => automaticAfterOwner(line, customer)).length,
      steppedBack: rows[0]?.count ?? 0,
      seconds: (performance.now() - begun) / 1_000,
    };
  } finally {
    await line.close();
  }
};

const automatic = 'Resposta automática.';
const ownersText = 'Oi, aqui é a Bia.';

const slow: LanguageModel = {
  reply: async () => {
    await pause(50 * Math.random());
    return { kind: 'text', text: automatic };
  },
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const ownersId = ({ pn }: Handset) => `OWNER${pn}`;

const customerThenOwner = async (line: WhatsAppLine, customer: Handset) => {
  await line.write(customer, { text: 'Quanto custa o corte?' });
  await pause(400 * Math.random());
  await line.whatsapp.ownerWrites(line.owner, customer, { id: ownersId(customer), text: ownersText });
  await line.write(customer, { text: 'Obrigada!' });
};

const automaticAfterOwner = (line: WhatsAppLine, customer: Handset): boolean => {
  const said = line.chat(customer).shown.map(({ text }) => text);
  return said.lastIndexOf(automatic) > said.indexOf(ownersText);
};
