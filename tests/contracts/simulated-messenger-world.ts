import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  byNumber,
  chatWith,
  type Customer as SimulatedCustomer,
} from '#adapters/whatsapp-simulator/address.ts';
import type { Written } from '#adapters/whatsapp-simulator/compose.ts';
import { simulatedMediaSource } from '#adapters/whatsapp-simulator/media.ts';
import { simulatedMessenger } from '#adapters/whatsapp-simulator/messenger.ts';
import { openWorld } from '#adapters/whatsapp-simulator/world.ts';
import { type Phone, parsePhone } from '#core/domain/phone.ts';
import { manualTime } from '../support/manual-time.ts';
import {
  type Customer,
  type MessengerWorld,
  recordingListener,
  type WriteOptions,
} from './messenger-world.ts';

/** The simulator under the contract, with a journal, and time that passes when the test waits. */
export const simulatedMessengerWorld = async (): Promise<MessengerWorld> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-simulator-'));
  const time = manualTime();
  const heard = recordingListener();
  const session = { accountId: 1, agentId: 7, phone: phone('5511987654321'), epoch: 1 };
  const maria = { phone: phone('5521998887766') };
  const script: number[] = [];
  const random = () => script.shift() ?? Math.random();

  const start = () => {
    const process = time.process();
    const network = openWorld({
      clock: time.clock,
      timers: process.timers,
      random,
      journalPath: join(folder, 'journal.jsonl'),
    });
    return { process, network, messenger: messengerOf(network) };
  };
  const messengerOf = (network: ReturnType<typeof openWorld>) => {
    const messenger = simulatedMessenger(network);
    messenger.listen(heard);
    return messenger;
  };
  let living = start();

  const write = async (
    options: WriteOptions,
    what: Pick<Written, 'kind' | 'text' | 'fromMe' | 'media' | 'audioSeconds'>,
  ) => {
    const { named = 'both' } = options;
    living.network.disturb({ flipIdentities: true });
    script.splice(0, script.length, 0.9, { both: 0, lid: 0.25, phone: 0.75 }[named]);
    living.network.write(session.phone, {
      ...what,
      customer: simulated(options.from ?? maria),
      id: options.id ?? randomUUID(),
      customerName: options.name,
      sentAt: options.sentAt,
      group: options.inGroup ? true : undefined,
    });
    await time.settle();
  };

  return {
    session,
    heard,
    get messenger() {
      return living.messenger;
    },
    get mediaSource() {
      return simulatedMediaSource(living.network);
    },
    writes: (text, options = {}) => write(options, { kind: 'text', text }),
    writesAudio: (seconds) => write({}, { kind: 'audio', text: null, audioSeconds: seconds }),
    writesImage: (caption) => write({}, { kind: 'image', text: caption }),
    writesVoice: (content) =>
      write({}, { kind: 'audio', text: null, audioSeconds: 3, media: { type: 'audio/ogg', content } }),
    async ownerWrites(text, { to = maria, id } = {}) {
      await write({ from: to, ...(id ? { id } : {}) }, { kind: 'text', text, fromMe: true });
    },
    chat: async (customer = maria) =>
      (living.network.chats(session.phone).get(chatWith(simulated(customer)))?.messages ?? []).map(
        ({ id, author, kind, text }) => {
          const fromMe = author !== 'customer';
          const bytes = living.network.media(session.phone, chatWith(simulated(customer)), id, fromMe);
          return { id, fromMe, kind, text, bytes };
        },
      ),
    seesTyping: async (customer = maria) =>
      living.network.typingIn(session.phone, chatWith(simulated(customer))) !== null,
    async scans(qr, by = session.phone) {
      const taken = living.network.scan(qr, by);
      await time.settle();
      return taken !== null;
    },
    async typesCode(code) {
      const taken = living.network.enterCode(code, session.phone);
      await time.settle();
      return taken !== null;
    },
    nobodyScans: () => time.pass(180_000),
    async unlinksOnPhone() {
      void living.network.unlinkOnPhone(session.phone);
      await time.settle();
    },
    async goDown() {
      void living.network.setDown(session.phone, true);
      await time.settle();
    },
    async comeBack() {
      void living.network.setDown(session.phone, false);
      await time.settle();
    },
    loseAcks: (lost) => living.network.disturb({ lostAckRate: lost ? 1 : 0 }),
    refuseSends: (rejectSends) => living.network.disturb({ rejectSends }),
    async killAndRestart() {
      living.process.kill();
      living.network.close();
      living = start();
    },
    anotherProcess: async () => messengerOf(living.network),
    until: time.until,
    quiet: () => time.pass(120_000),
    async close() {
      living.process.kill();
      living.network.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

// Helpers

const phone = (text: string): Phone => {
  const parsed = parsePhone(text);
  if (!parsed) throw new Error(`${text} is not a phone number.`);
  return parsed;
};

const simulated = (customer: Customer): SimulatedCustomer =>
  'phone' in customer ? byNumber(customer.phone) : { phone: null, lid: customer.lid };
