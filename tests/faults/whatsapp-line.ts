import '#adapters/whatsapp-baileys/silence.ts';
import { systemClock } from '#adapters/node/clock.ts';
import { newProcessId } from '#adapters/node/process-id.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { startWorker } from '#apps/server/loops.ts';
import { runWorker } from '#core/application/conversation/run-worker.ts';
import type { LanguageModel } from '#core/ports/language-model.ts';
import { deaf } from '#tests/support/deaf.ts';
import type { Handset } from '#tests/support/fake-whatsapp/handset.ts';
import { startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { until } from '#tests/support/pipeline.ts';
import { openAgent, phone } from '#tests/support/shop.ts';
import { mortal } from './mortal.ts';

export type WhatsAppLine = Awaited<ReturnType<typeof openWhatsAppLine>>;

const number = phone('11987654321');

/** An agent's number on a WhatsApp of our own, held by a process that may be killed. The worker is not: it lives here. */
export const openWhatsAppLine = async (url: string, model: LanguageModel) => {
  const database = await openDatabase(url, { connections: 6 });
  const whatsapp = await startFakeWhatsApp();
  const path = messagePath(database, url);
  const session = await openAgent(database.pool, number);
  const owner = whatsapp.person({ pn: number, name: 'Salão da Bia' });
  const gateway = mortal('whatsapp-gateway-process.ts', [url, whatsapp.url]);
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  await path.signals.start();
  const stopWorker = await startWorker(
    runWorker(
      { ...path, ...deaf, clock: systemClock, languageModel: model, embedder: null },
      { workerId: newProcessId(), width: 8, worked: () => undefined, failed },
    ),
    path.signals,
    { failed, rearmed: () => undefined },
  );

  const numberRow = async () => {
    const found = await database.pool.query<{ state: string; qr: string | null }>(
      'select state, qr from numbers where agent_id = $1',
      [session.agentId],
    );
    return found.rows[0] ?? { state: 'none', qr: null };
  };

  const connected = () => until(async () => (await numberRow()).state === 'connected', 30);

  const want = async (): Promise<void> => {
    await database.pool.query(
      `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
       select id, account_id, phone, phone_key, 'on', 'connecting', now() from agents where id = $1`,
      [session.agentId],
    );
    path.signals.raise('numbers');
  };

  const qr = async (): Promise<string> => {
    let shown: string | null = null;
    await until(async () => {
      shown = (await numberRow()).qr;
      return shown !== null;
    }, 30);
    return shown ?? '';
  };

  return {
    ...database,
    session,
    whatsapp,
    owner,
    gateway,
    failures,
    get device() {
      const device = whatsapp.accountOf(owner);
      if (!device) throw new Error('No device is linked.');
      return device;
    },
    connected,
    qr,
    /** Connects the number as its owner does, by the QR code on the screen. */
    async connect() {
      gateway.up();
      await want();
      await whatsapp.scan(await qr(), owner);
      await connected();
      // Nobody can write to it before.
      await whatsapp.until(() => whatsapp.accountOf(owner)?.ready === true, 30_000);
    },
    want,
    write: (from: Handset, writing: Parameters<typeof whatsapp.write>[2]) =>
      whatsapp.write(from, owner, writing),
    chat: (customer: Handset) => customer.chatWith(number),
    /** Everything that reached us has its end: nothing is to be thought or sent any more. */
    async nothingWaits(): Promise<boolean> {
      if ((whatsapp.accountOf(owner)?.waiting.size ?? 0) > 0) return false;
      const { rows } = await database.pool.query<{ waiting: number }>(
        `select (select count(*) from messages where author = 'customer' and turn_id is null)
           + (select count(*) from turns where outcome is null)
           + (select count(*) from device_inbox where state = 'unreported')
           + (select count(*) from outbox where state in ('pending', 'sending')) as waiting`,
      );
      return rows[0]?.waiting === 0;
    },
    async close() {
      await gateway.close();
      await stopWorker();
      await path.signals.stop();
      await whatsapp.close();
      await database.close();
    },
  };
};
