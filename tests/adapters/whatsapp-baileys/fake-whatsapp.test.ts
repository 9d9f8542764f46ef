import { EventEmitter, once } from 'node:events';
import tls from 'node:tls';
import {
  type AuthenticationState,
  type ConnectionState,
  downloadMediaMessage,
  initAuthCreds,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
} from '@whiskeysockets/baileys';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trustFakeWhatsApp } from '#tests/support/fake-whatsapp/certificates.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '#tests/support/fake-whatsapp/server.ts';
import { silentLogger } from '#tests/support/fake-whatsapp/silent-logger.ts';

describe('the fake WhatsApp', () => {
  let whatsapp: FakeWhatsApp;
  let clients: RawClient[];

  beforeEach(async () => {
    trustFakeWhatsApp();
    // libsignal prints the sessions it closes.
    for (const level of ['info', 'warn'] as const)
      vi.spyOn(console, level).mockImplementation(() => undefined);
    whatsapp = await startFakeWhatsApp();
    clients = [];
  });

  afterEach(async () => {
    for (const client of clients) client.end();
    await whatsapp.close();
    vi.restoreAllMocks();
    expect(whatsapp.troubles).toEqual([]);
  });

  describe('pairing', () => {
    it('links a device whose QR is scanned, asks it to restart, and lets it in', async () => {
      const client = open();
      const account = await whatsapp.scan(await client.qr(), owner());
      expect(await client.closed()).toBe(515);
      client.connect();
      await client.opened();
      expect(account).toMatchObject({ number: '5511987654321', logins: 1 });
      expect(client.state.creds.me).toMatchObject({ id: account?.jid, lid: account?.lidJid });
    });

    it('takes no QR of a device that is gone', async () => {
      const client = open();
      const qr = await client.qr();
      client.end();
      await whatsapp.quiet(50);
      expect(await whatsapp.scan(qr, owner())).toBeNull();
    });

    it('links a device whose code is typed on the phone of that number', async () => {
      const client = open();
      await client.qr();
      const code = await client.socket.requestPairingCode('5511987654321');
      await whatsapp.quiet(50);
      expect(await whatsapp.typesCode(code, maria())).toBe(false);
      expect(await whatsapp.typesCode(code, owner())).toBe(true);
      expect(await client.closed()).toBe(515);
      client.connect();
      await client.opened();
    });

    it('takes no code that the device does not show', async () => {
      const client = open();
      await client.qr();
      await client.socket.requestPairingCode('5511987654321');
      await whatsapp.quiet(50);
      expect(await whatsapp.typesCode('AAAA2222', owner())).toBe(false);
    });
  });

  describe('messages', () => {
    it.each(['pn', 'lid', 'pn+lid', 'lid+pn'] as const)(
      'go both ways with names given by %s',
      async (named) => {
        const client = await linked();
        await whatsapp.write(maria(), owner(), { text: 'Oi', id: 'A1', named });
        const [asked] = await client.messages(1);
        expect(asked).toMatchObject({ key: { id: 'A1', fromMe: false }, message: { conversation: 'Oi' } });
        await client.socket.sendMessage(asked?.key.remoteJid ?? '', { text: 'Olá' }, { messageId: '3EB01' });
        await whatsapp.until(() => chat().shown.length === 2);
        expect(chat().shown).toEqual([
          { id: 'A1', fromMe: false, text: 'Oi' },
          { id: '3EB01', fromMe: true, text: 'Olá' },
        ]);
        await whatsapp.write(maria(), owner(), { text: 'Obrigada', named });
        expect((await client.messages(2))[1]?.message?.conversation).toBe('Obrigada');
        expect(chat().unreadable).toEqual([]);
      },
    );

    it('come from a customer who shows a LID only, and from the phone itself', async () => {
      const client = await linked();
      const hidden = whatsapp.person({ lid: '200000000000009' });
      await whatsapp.write(hidden, owner(), { text: 'Oi' });
      await whatsapp.ownerWrites(owner(), hidden, { text: 'Já respondo' });
      const [asked, typed] = await client.messages(2);
      expect(asked?.key).toMatchObject({ remoteJid: '200000000000009@lid', fromMe: false });
      expect(typed?.key).toMatchObject({ remoteJid: '200000000000009@lid', fromMe: true });
      expect(typed?.message?.conversation).toBe('Já respondo');
    });

    it('wait while the device is away, and come again until it says that it has them', async () => {
      const client = await linked();
      client.end();
      await whatsapp.write(maria(), owner(), { text: 'um' });
      await whatsapp.write(maria(), owner(), { text: 'dois' });
      expect(whatsapp.accountOf(owner())?.waiting.size).toBe(2);
      client.connect();
      const messages = await client.messages(2);
      expect(messages.map(({ message }) => message?.conversation)).toEqual(['um', 'dois']);
      await whatsapp.until(() => whatsapp.accountOf(owner())?.waiting.size === 0);
    });

    it('are sent again by a phone that is told that they could not be decrypted', async () => {
      const client = await linked();
      await whatsapp.write(maria(), owner(), { text: 'Oi', id: 'A1', envelope: 'garbled' });
      await client.until(() => client.received.some(({ message }) => message?.conversation === 'Oi'));
      expect(whatsapp.accountOf(owner())?.receipts).toContainEqual(
        expect.objectContaining({ id: 'A1', type: 'retry' }),
      );
    });

    it('are shown once, however often they come with one id', async () => {
      const client = await linked();
      for (const text of ['Sim', 'Sim'])
        await client.socket.sendMessage(maria().pnJid ?? '', { text }, { messageId: '3EB01' });
      await client.socket.sendMessage(maria().pnJid ?? '', { text: 'Não' }, { messageId: '3EB02' });
      await whatsapp.until(() => chat().shown.length === 2);
      expect(chat().shown.map(({ text }) => text)).toEqual(['Sim', 'Não']);
    });

    it('are taken without a word, or refused with a code', async () => {
      const client = await linked();
      whatsapp.treat(({ id }) => (id === '3EB01' ? { acknowledged: false } : { error: '479' }));
      const acknowledged = async (messageId: string, withinMs: number) => {
        const ack = client.socket.waitForMessage(messageId, withinMs);
        await client.socket.sendMessage(maria().lidJid, { text: 'Oi' }, { messageId });
        return ack;
      };
      expect(await acknowledged('3EB01', 200)).toBeUndefined();
      expect(await acknowledged('3EB02', 5_000)).toMatchObject({ attrs: { error: '479' } });
      expect(chat().shown.map(({ id }) => id)).toEqual(['3EB01']);
    });

    it('go again to a customer whose phone asks for them', async () => {
      const client = await linked();
      await client.socket.sendMessage(maria().lidJid, { text: 'Oi' }, { messageId: '3EB01' });
      await whatsapp.until(() => chat().shown.length === 1);
      const account = whatsapp.accountOf(owner());
      if (account) whatsapp.receipt(maria(), account, '3EB01', { retry: 1 });
      await whatsapp.until(() => whatsapp.sent.filter(({ id }) => id === '3EB01').length === 2);
      expect(chat().shown).toHaveLength(1);
    });

    it('find keys to be sealed with, since the device is told when they run low', async () => {
      const client = await linked();
      const keys = whatsapp.accountOf(owner())?.preKeys ?? [];
      keys.splice(0, keys.length - 5);
      await whatsapp.write(maria(), owner(), { text: 'Oi' });
      await whatsapp.until(() => keys.length > 5);
      expect(await client.messages(1)).toHaveLength(1);
    });

    it('are handed over again as they were, and under one id sealed anew', async () => {
      const client = await linked();
      await whatsapp.write(maria(), owner(), { text: 'Oi', id: 'A1' });
      await client.messages(1);
      whatsapp.accountOf(owner())?.redeliver('A1');
      await whatsapp.until(() => refusals().length === 1);
      await whatsapp.write(maria(), owner(), { text: 'Oi', id: 'A1' });
      expect((await client.messages(2)).map(({ key }) => key.id)).toEqual(['A1', 'A1']);
      expect(refusals()).toMatchObject([{ id: 'A1', error: '487' }]);
    });

    it('that were announced without content are asked for, and handed over by the phone', async () => {
      const client = await linked();
      await whatsapp.write(maria(), owner(), { text: 'Vi o anúncio', id: 'A1', envelope: 'absent' });
      await whatsapp.handOver(owner(), maria(), 'A1', { conversation: 'Vi o anúncio' });
      await client.until(() =>
        client.received.some(({ message }) => message?.conversation === 'Vi o anúncio'),
      );
    });
  });

  describe('the line', () => {
    it('belongs to the newest connection', async () => {
      const client = await linked();
      const other = open(client.state);
      expect(await client.closed()).toBe(440);
      await other.opened();
      await whatsapp.until(() => whatsapp.accountOf(owner())?.connections.size === 1);
      expect(whatsapp.accountOf(owner())).toMatchObject({ mostConnections: 2, logins: 2 });
    });

    it('ends when the phone unlinks the device', async () => {
      const client = await linked();
      whatsapp.accountOf(owner())?.unlink();
      expect(await client.closed()).toBe(401);
      client.connect();
      expect(await client.closed()).toBe(401);
    });

    it('ends when the device unlinks itself', async () => {
      const client = await linked();
      await client.socket.logout();
      await whatsapp.until(() => whatsapp.accountOf(owner())?.unlinked === true);
    });

    it('is refused with whatever code it is given', async () => {
      const client = await linked();
      whatsapp.accountOf(owner())?.fail({ reason: '402', code: '101', expire: '3600' });
      expect(await client.closed()).toBe(402);
      expect(client.lastError()).toMatchObject({ data: { code: '101', expire: '3600' } });
      for (const reason of ['403', '405', '406', '409', '411', '500', '503']) {
        whatsapp.failEverybody({ reason });
        client.connect();
        expect(await client.closed()).toBe(Number(reason));
      }
    });

    it('is cut, and nobody gets in until it is back', async () => {
      const client = await linked();
      whatsapp.refuseConnections(true);
      whatsapp.accountOf(owner())?.drop();
      expect(await client.closed()).toBe(428);
      client.connect();
      expect(await client.closed()).toBeGreaterThan(0);
      whatsapp.refuseConnections(false);
      client.connect();
      await client.opened();
    });

    it('goes quiet without being cut', async () => {
      const client = await linked();
      const account = whatsapp.accountOf(owner());
      if (account) account.silent = true;
      const pong = client.socket.waitForMessage('ping-1', 200);
      const attrs = { id: 'ping-1', to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' };
      await client.socket.sendNode({ tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] });
      expect(await pong).toBeUndefined();
      expect(account?.connections.size).toBe(1);
    });

    it('shows a customer that somebody is writing, and what was read', async () => {
      const client = await linked();
      await whatsapp.write(maria(), owner(), { text: 'Oi', id: 'A1' });
      const [asked] = await client.messages(1);
      await client.socket.sendPresenceUpdate('composing', maria().lidJid);
      if (asked) await client.socket.readMessages([asked.key]);
      await whatsapp.until(() => chat().typing && chat().readByThem.has('A1'));
    });
  });

  describe('files', () => {
    const voice = Buffer.from('OggS and three seconds of sound');

    beforeEach(() => {
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), whatsapp.media.ca]);
    });

    it('come with messages, as long as they are kept', async () => {
      const client = await linked();
      const kept = await whatsapp.media.keep(voice, 'audio');
      const audioMessage = { ...kept, ptt: true, seconds: 3, mimetype: 'audio/ogg; codecs=opus' };
      await whatsapp.write(maria(), owner(), { content: { audioMessage } });
      const [message] = await client.messages(1);
      const download = () => downloadMediaMessage(message as WAMessage, 'buffer', {});
      expect(await download()).toEqual(voice);
      whatsapp.media.mood = 410;
      await expect(download()).rejects.toThrow('Failed to fetch');
    });

    it('go out with messages', async () => {
      const client = await linked();
      await client.socket.sendMessage(maria().lidJid, {
        document: Buffer.from('Tabela de preços'),
        mimetype: 'text/plain',
        fileName: 'precos.txt',
      });
      await whatsapp.until(() => chat().shown.length === 1);
      expect([...chat().contents.values()][0]).toMatchObject({ documentMessage: { fileName: 'precos.txt' } });
      expect(whatsapp.media.files.size).toBe(1);
    });
  });

  // Helpers

  const owner = () => whatsapp.person({ pn: '5511987654321', name: 'Padaria' });
  const maria = () => whatsapp.person({ pn: '5521998887766', name: 'Maria' });
  const chat = () => maria().chatWith('5511987654321');

  const refusals = () => whatsapp.accountOf(owner())?.receipts.filter(({ error }) => error !== null) ?? [];

  const open = (state?: AuthenticationState): RawClient => {
    const client = rawClient(whatsapp.url, state);
    clients.push(client);
    return client;
  };

  const linked = async (): Promise<RawClient> => {
    const client = open();
    await whatsapp.scan(await client.qr(), owner());
    await client.closed();
    client.connect();
    await client.opened();
    return client;
  };
});

type RawClient = ReturnType<typeof rawClient>;

/** Baileys as it comes, over a store in memory. */
const rawClient = (url: string, state = stateInMemory()) => {
  const news = new EventEmitter();
  const received: WAMessage[] = [];
  let update: Partial<ConnectionState> = {};
  let socket!: ReturnType<typeof makeWASocket>;

  const connect = () => {
    update = {};
    socket = makeWASocket({ ...settings, waWebSocketUrl: url, auth: state });
    socket.ev.on('creds.update', (creds) => void Object.assign(state.creds, creds));
    socket.ev.on('connection.update', (change) => {
      update = { ...update, ...change };
      news.emit('news');
    });
    socket.ev.on('messages.upsert', ({ messages }) => {
      received.push(...messages);
      news.emit('news');
    });
  };
  const until = async (so: () => boolean) => {
    while (!so()) await once(news, 'news');
  };
  const lastError = () => update.lastDisconnect?.error as { output?: { statusCode: number } } | undefined;
  connect();

  return {
    state,
    received,
    until,
    connect,
    get socket() {
      return socket;
    },
    async qr() {
      await until(() => update.qr !== undefined);
      return update.qr ?? '';
    },
    opened: () => until(() => update.connection === 'open' && update.receivedPendingNotifications === true),
    async closed(): Promise<number> {
      await until(() => update.connection === 'close');
      return lastError()?.output?.statusCode ?? 0;
    },
    lastError,
    async messages(count: number) {
      await until(() => received.length >= count);
      return received;
    },
    end: () => void socket.end(undefined),
  };
};

const settings: Omit<UserFacingSocketConfig, 'auth'> = {
  logger: silentLogger,
  emitOwnEvents: false,
  markOnlineOnConnect: false,
  syncFullHistory: false,
  generateHighQualityLinkPreview: false,
  defaultQueryTimeoutMs: 5_000,
  shouldSyncHistoryMessage: () => false,
};

const stateInMemory = (): AuthenticationState => {
  const kept = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const known = ids.filter((id) => kept.has(`${type}/${id}`));
        return Object.fromEntries(known.map((id) => [id, kept.get(`${type}/${id}`) as SignalDataTypeMap[T]]));
      },
      set(changes: SignalDataSet) {
        for (const [type, values] of Object.entries(changes)) {
          for (const [id, value] of Object.entries(values)) {
            if (value === null) kept.delete(`${type}/${id}`);
            else kept.set(`${type}/${id}`, value);
          }
        }
      },
    },
  };
};
