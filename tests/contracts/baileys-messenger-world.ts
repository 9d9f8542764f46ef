import { Agent } from 'node:https';
import type { DownloadableMessage, proto } from '@whiskeysockets/baileys';
import pg from 'pg';
import { systemClock } from '#adapters/node/clock.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import { baileysMediaSource } from '#adapters/whatsapp-baileys/media.ts';
import { baileysMessenger } from '#adapters/whatsapp-baileys/messenger.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { DeviceStore } from '#core/ports/device-store.ts';
import type { MessengerListener } from '#core/ports/messenger.ts';
import { freshDatabase } from '../support/database.ts';
import { trustFakeWhatsApp } from '../support/fake-whatsapp/certificates.ts';
import type { Handset, Shown as PhoneShows } from '../support/fake-whatsapp/handset.ts';
import { startFakeWhatsApp, type Treatment } from '../support/fake-whatsapp/server.ts';
import type { Writing } from '../support/fake-whatsapp/writing.ts';
import {
  type Customer,
  type MessengerWorld,
  recordingListener,
  type Shown,
  type WriteOptions,
} from './messenger-world.ts';

/** How much faster than real time the messenger's own waits pass. */
const haste = 20;
const qrMs = 750;
const quietMs = 300;
const typingMs = 50;
const patienceMs = 15_000;

/** The real client under the contract: against a WhatsApp of our own, with its keys in a real database. */
export const baileysMessengerWorld = async (): Promise<MessengerWorld> => {
  trustFakeWhatsApp();
  const [{ devices, agentId }, whatsapp] = await Promise.all([
    inTheDatabase(),
    startFakeWhatsApp({ leastKeys: 1 }),
  ]);
  const { host } = whatsapp.media;
  const trusting = new Agent({ ca: whatsapp.media.ca });
  const hosts = { usual: host, allows: (asked: string) => asked === host };
  const heard = recordingListener();
  const phone = '5511987654321' as Phone;
  const maria = whatsapp.person({ pn: '5521998887766', name: 'Maria' });
  whatsapp.person({ pn: '5531977776666', name: 'João' });
  let owner = whatsapp.person({ pn: phone, name: 'Padaria' });
  let treatment: Treatment = {};
  whatsapp.treat(() => treatment);

  const start = () => {
    const process = mortal();
    const messenger = baileysMessenger({
      devices: process.owns(devices),
      clock: systemClock,
      timers: process.timers,
      random: () => 0.5,
      say: () => {},
      network: { url: whatsapp.url, uploads: trusting },
      timings: { qrMs, queryMs: 3_000, catchUpMs: 60_000 },
    });
    messenger.listen(process.owns(noticed(heard, whatsapp.happened)));
    return { messenger, kill: process.kill };
  };
  let living = start();
  const others: ReturnType<typeof start>[] = [];

  const handsetOf = (customer?: Customer): Handset => {
    if (!customer) return maria;
    return whatsapp.person('phone' in customer ? { pn: customer.phone } : { lid: customer.lid });
  };
  const chatOf = (customer?: Customer) => handsetOf(customer).chatWith(owner.pn ?? owner.lid);
  const write = (what: Writing, { from, id, named, name, sentAt, inGroup }: WriteOptions = {}) =>
    whatsapp.write(handsetOf(from), owner, {
      ...what,
      named: ({ phone: 'pn', lid: 'lid', both: 'lid+pn' } as const)[named ?? 'both'],
      ...(id && { id }),
      ...(name && { name }),
      ...(sentAt && { sentAt }),
      ...(inGroup && { group: '120363021033254949@g.us' }),
    });

  const writeAudio = async (bytes: Uint8Array, seconds: number) => {
    const file = await whatsapp.media.keep(bytes, 'audio');
    const audioMessage = { ...file, seconds, ptt: true, mimetype: 'audio/ogg; codecs=opus' };
    await write({ content: { audioMessage } });
  };
  const shownOf = async ({ id, fromMe, text }: PhoneShows, content: proto.IMessage): Promise<Shown> => {
    const { kind, file } = fileIn(content);
    const bytes = file && (await whatsapp.media.open(file as DownloadableMessage, kind));
    return { id, fromMe, kind, text, bytes };
  };

  return {
    session: { accountId: 1, agentId, phone, epoch: 1 },
    heard,
    get messenger() {
      return living.messenger;
    },
    mediaSource: baileysMediaSource({ hosts, agent: trusting }),
    async writes(text, options) {
      await write({ text }, options);
    },
    writesAudio: (seconds) => writeAudio(Buffer.from('OggS'), seconds),
    writesVoice: (bytes) => writeAudio(bytes, 3),
    async writesImage(caption) {
      const file = await whatsapp.media.keep(Buffer.from('JFIF'), 'image');
      await write({ content: { imageMessage: { ...file, caption, mimetype: 'image/jpeg' } } });
    },
    async ownerWrites(text, { to, id } = {}) {
      await whatsapp.ownerWrites(owner, handsetOf(to), { text, ...(id && { id }) });
    },
    chat(customer) {
      const { shown, contents } = chatOf(customer);
      return Promise.all(shown.map((message) => shownOf(message, contents.get(message.id) ?? {})));
    },
    async seesTyping(customer) {
      await whatsapp.quiet(quietMs);
      return chatOf(customer).typing;
    },
    async scans(qr, by = phone) {
      const phoneBefore = whatsapp.person({ pn: by });
      const linked = await whatsapp.scan(qr, phoneBefore);
      if (linked) owner = phoneBefore;
      return linked !== null;
    },
    async typesCode(code) {
      // Nobody types as fast as the device introduces itself.
      await whatsapp.quiet(typingMs);
      return whatsapp.typesCode(code, owner);
    },
    // The codes run out by themselves.
    nobodyScans: () => whatsapp.until(() => heard.changes.some(({ kind }) => kind === 'closed'), patienceMs),
    async unlinksOnPhone() {
      whatsapp.accountOf(owner)?.unlink();
    },
    async goDown() {
      whatsapp.refuseConnections(true);
      whatsapp.cutEverybody();
    },
    async comeBack() {
      whatsapp.refuseConnections(false);
    },
    loseAcks(lost) {
      treatment = { acknowledged: !lost };
    },
    refuseSends(why) {
      treatment = why === null ? {} : { error: why };
    },
    async killAndRestart() {
      living.kill();
      whatsapp.cutEverybody();
      living = start();
    },
    async anotherProcess() {
      const other = start();
      others.push(other);
      return other.messenger;
    },
    until: (so) => whatsapp.until(so, patienceMs),
    quiet: () => whatsapp.quiet(quietMs),
    async close() {
      for (const { kill } of [living, ...others]) kill();
      await whatsapp.close();
    },
  };
};

// Helpers

let devicesOfAll: Promise<DeviceStore> | null = null;
let agents = 0;

/** An agent of its own in a database that all worlds share, and that goes with the server of the run. */
const inTheDatabase = async () => {
  devicesOfAll ??= freshDatabase().then(({ url }) => {
    const pool = new pg.Pool({ connectionString: url, max: 8, allowExitOnIdle: true });
    // Queries of the dead may still run when the server goes.
    pool.on('connect', (client) => client.on('error', () => {}));
    return postgresDevices(pool, vaultFor('a secret key of thirty-two bytes', 'devices'));
  });
  agents += 1;
  return { devices: await devicesOfAll, agentId: agents };
};

const fileIn = (content: proto.IMessage) => {
  const { imageMessage, audioMessage, documentMessage, documentWithCaptionMessage } = content;
  const document = documentMessage ?? documentWithCaptionMessage?.message?.documentMessage;
  if (imageMessage) return { kind: 'image', file: imageMessage } as const;
  if (audioMessage) return { kind: 'audio', file: audioMessage } as const;
  if (document) return { kind: 'document', file: document } as const;
  return { kind: 'text', file: null } as const;
};

/** What a process has at hand until it is killed: from then on nothing it waits for ever comes. */
const mortal = () => {
  let alive = true;
  const never = new Promise<never>(() => {});

  const owned = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Map || value instanceof Date || Array.isArray(value)) return value;
    return owns(value);
  };
  /** The same thing, as long as the process lives. */
  const owns = <Thing extends object>(thing: Thing): Thing =>
    new Proxy(thing, {
      get(target, name) {
        const part: unknown = Reflect.get(target, name);
        if (typeof part !== 'function') return owned(part);
        return (...given: unknown[]) => {
          if (!alive) return never;
          const answer: unknown = part.apply(target, given);
          return answer instanceof Promise ? answer.then((value) => (alive ? owned(value) : never)) : answer;
        };
      },
    });

  return {
    owns,
    timers: {
      after(ms: number, act: () => void) {
        const timer = setTimeout(() => alive && act(), ms / haste);
        return () => clearTimeout(timer);
      },
    },
    kill() {
      alive = false;
    },
  };
};

/** Lets whoever waits know that something was heard. */
const noticed = (heard: MessengerListener, happened: () => void): MessengerListener => ({
  arriving(session, message) {
    heard.arriving(session, message);
    happened();
  },
  received: (session, message) => {
    const kept = heard.received(session, message).finally(happened);
    happened();
    return kept;
  },
  connection: (session, change) => heard.connection(session, change).finally(happened),
});
