import { setTimeout as pause } from 'node:timers/promises';
import { proto } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IncomingMessage } from '#core/ports/messenger.ts';
import { openTown, outgoing, type Program, type Town } from '#tests/support/baileys-town.ts';
import type { Account } from '#tests/support/fake-whatsapp/account.ts';
import type { Handset } from '#tests/support/fake-whatsapp/handset.ts';
import type { Writing } from '#tests/support/fake-whatsapp/writing.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
let shop: ReturnType<Town['business']>;
let program: Program;
let account: Account;
let people = 0;

beforeAll(async () => {
  town = await openTown();
  shop = town.business();
  program = town.start();
  account = await town.pair(shop, program);
});
afterAll(() => town.close());

describe('a message that comes again', () => {
  it('is reported once when the process died after it was kept and before its receipt', async () => {
    const ana = customer();
    program.store.pass = async (name, call) => {
      const answer = await call();
      if (name === 'commit' && (await isWaiting('Vocês abrem domingo?'))) {
        program.kill();
        account.drop();
      }
      return answer;
    };
    const id = await writes(ana, { text: 'Vocês abrem domingo?' });
    await until(() => account.connections.size === 0);
    expect(receiptsOf(id)).toEqual([]);
    expect(account.waiting.size).toBe(1);
    program = town.start();
    await program.messenger.open(shop.session);
    await until(() => account.waiting.size === 0);
    await writes(ana, { text: 'E na segunda?' });
    await until(() => from(ana).length === 2);
    expect(from(ana)).toMatchObject([
      { text: 'Vocês abrem domingo?', late: true },
      { text: 'E na segunda?', late: false },
    ]);
    expect(receiptsOf(id)).toMatchObject([{ error: null }]);
  });

  it('is reported once when the very same stanza is handed over twice', async () => {
    const ana = customer();
    const id = await writes(ana, { text: 'Oi' });
    await until(() => receiptsOf(id).length === 1);
    account.redeliver(id);
    await until(() => receiptsOf(id).length === 2);
    await writes(ana, { text: 'Tem vaga?' });
    await until(() => from(ana).length === 2);
    expect(textsFrom(ana)).toEqual(['Oi', 'Tem vaga?']);
    expect(receiptsOf(id)).toMatchObject([{ error: null }, { error: null }]);
  });

  it('is reported once when it was encrypted again under the same id', async () => {
    const ana = customer();
    const id = await writes(ana, { text: 'Oi' });
    await writes(ana, { text: 'Oi', id });
    await writes(ana, { text: 'Tem vaga?', named: 'pn+lid' });
    await until(() => textsFrom(ana).includes('Tem vaga?') && receiptsOf(id).length === 2);
    expect(textsFrom(ana)).toEqual(['Oi', 'Tem vaga?']);
  });
});

describe('a message of which nobody heard whether it was kept', () => {
  it('is reported once all the same', async () => {
    const ana = customer();
    let isUnheard = false;
    program.store.pass = async (name, call) => {
      const answer = await call();
      if (name !== 'commit' || isUnheard || !(await isWaiting('Vocês abrem sábado?'))) return answer;
      isUnheard = true;
      throw new Error('Connection terminated unexpectedly');
    };
    const id = await writes(ana, { text: 'Vocês abrem sábado?' });
    await until(() => receiptsOf(id).length === 1);
    program.store.pass = (_name, call) => call();
    await writes(ana, { text: 'E no feriado?' });
    await until(() => textsFrom(ana).includes('E no feriado?'));
    expect(isUnheard).toBe(true);
    expect(textsFrom(ana)).toEqual(['Vocês abrem sábado?', 'E no feriado?']);
  });
});

describe('a message that cannot be read yet', () => {
  it('is asked for again, and reported once when it can be read', async () => {
    const ana = customer();
    await writes(ana, { text: 'Oi' });
    const id = await writes(ana, { text: 'Quanto custa?', envelope: 'garbled' });
    await until(() => textsFrom(ana).includes('Quanto custa?'));
    await until(() => account.waiting.size === 0);
    expect(receiptsOf(id).map(({ type }) => type)).toContain('retry');
    expect(textsFrom(ana)).toEqual(['Oi', 'Quanto custa?']);
  });

  it('is reported with its text, names and time when it comes after all under the same id', async () => {
    const ana = customer();
    const id = await writes(ana, { envelope: 'absent' });
    await until(async () => (await stateOf(id)) === 'awaited');
    expect(from(ana)).toEqual([]);
    await writes(ana, { text: 'Vi o anúncio', id });
    await until(() => from(ana).length === 1);
    expect(from(ana)).toMatchObject([{ providerId: id, text: 'Vi o anúncio', customerName: ana.name }]);
  });

  it('is reported with its text, names and time when the phone hands it over', async () => {
    const ana = customer();
    const sentAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 5_000);
    const id = await writes(ana, { envelope: 'absent', sentAt });
    await until(() => town.whatsapp.contentAskedFor.includes(id));
    expect(from(ana)).toEqual([]);
    await town.whatsapp.handOver(shop.owner, ana, id, { conversation: 'Vi o anúncio' });
    await until(() => from(ana).length === 1);
    await town.whatsapp.handOver(shop.owner, ana, id, { conversation: 'Vi o anúncio' });
    await writes(ana, { text: 'Oi?' });
    await until(() => from(ana).length === 2);
    expect(from(ana)).toMatchObject([
      { providerId: id, text: 'Vi o anúncio', customerName: ana.name, sentAt, author: 'customer' },
      { text: 'Oi?' },
    ]);
    expect(from(ana)[0]?.identities).toEqual(from(ana)[1]?.identities);
  });

  it('is not acknowledged before it is written down that it is awaited', async () => {
    const ana = customer();
    const held = Promise.withResolvers<void>();
    program.store.pass = async (name, call) => {
      if (name === 'inbox.awaits') await held.promise;
      return call();
    };
    const id = await writes(ana, { envelope: 'absent' });
    await pause(300);
    const before = receiptsOf(id);
    held.resolve();
    program.store.pass = (_name, call) => call();
    expect(before).toEqual([]);
    await until(() => receiptsOf(id).length === 1);
  });

  it('is reported without words when nothing came for long, and once more when it comes after all', async () => {
    const [ana, other, impatient] = [
      customer(),
      town.business(),
      town.start({ unreadableMs: 200, watchMs: 40 }),
    ];
    await town.pair(other, impatient);
    const id = await town.whatsapp.write(ana, other.owner, { envelope: 'absent' });
    await until(() => impatient.heard.kept.length === 1);
    expect(impatient.heard.kept).toMatchObject([{ kind: 'other', text: null, customerName: ana.name }]);
    await pause(400);
    await town.whatsapp.write(ana, other.owner, { text: 'Vi o anúncio', id });
    await until(() => impatient.heard.kept.length === 2);
    expect(impatient.heard.kept[1]).toMatchObject({ providerId: id, text: 'Vi o anúncio' });
    await impatient.messenger.close(other.session);
  });
});

describe('what was said', () => {
  it('is known as a picture without words where it may be seen once only, on the phone', async () => {
    const ana = customer();
    const id = await writes(ana, { envelope: 'withheld' });
    await until(() => from(ana).length === 1);
    expect(from(ana)).toMatchObject([{ providerId: id, kind: 'image', text: null, media: null }]);
  });

  it('is read where messages disappear after a while', async () => {
    const ana = customer();
    const message = { extendedTextMessage: { text: 'Some amanhã', contextInfo: { expiration: 86_400 } } };
    await writes(ana, { content: { ephemeralMessage: { message } } });
    await until(() => from(ana).length === 1);
    expect(textsFrom(ana)).toEqual(['Some amanhã']);
  });

  it('is reported as a correction when it was edited, and not at all when it was taken back or reacted to', async () => {
    const ana = customer();
    const id = await writes(ana, { text: 'às 14h' });
    const key = { remoteJid: ana.lidJid, fromMe: false, id };
    const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
    const edit = { type: MESSAGE_EDIT, key, editedMessage: { conversation: 'às 15h' } };
    await writes(ana, { content: { protocolMessage: edit } });
    await writes(ana, { content: { reactionMessage: { key, text: '👍' } } });
    await writes(ana, { content: { protocolMessage: { type: REVOKE, key } } });
    await writes(ana, { text: 'Certo?' });
    await until(() => textsFrom(ana).includes('Certo?'));
    expect(from(ana)).toHaveLength(3);
    expect(textsFrom(ana)[1]).toContain('às 15h');
  });

  it.each([
    '120363021033254949@g.us',
    'status@broadcast',
    '5511999990000-1@broadcast',
    '120363000000000001@newsletter',
  ])('is not heard of where it was said in %s', async (group) => {
    const ana = customer();
    const before = program.heard.handed.length;
    await writes(ana, { text: 'Bom dia, grupo!', group });
    await writes(ana, { text: 'Oi' });
    await until(() => from(ana).length === 1);
    expect(textsFrom(ana)).toEqual(['Oi']);
    expect(program.heard.handed.length).toBe(before + 1);
  });
});

describe('who said it', () => {
  it.each(['lid', 'pn', 'lid+pn', 'pn+lid'] as const)(
    'is the owner, on the phone, to a customer named by %s',
    async (named) => {
      const ana = customer();
      await writes(ana, { text: 'Oi', named: 'lid+pn' });
      await town.whatsapp.ownerWrites(shop.owner, ana, { text: 'Já respondo', named });
      await until(() => from(ana).length === 2);
      expect(from(ana)).toMatchObject([{ author: 'customer' }, { author: 'owner', text: 'Já respondo' }]);
      expect(from(ana)[1]?.identities).toEqual(from(ana)[0]?.identities);
    },
  );

  it('is nobody when the network sends back to us what we sent ourselves', async () => {
    const ana = customer();
    await writes(ana, { text: 'Oi' });
    await until(() => from(ana).length === 1);
    const reply = outgoing('Bom dia!', { chat: from(ana)[0]?.chat ?? null });
    expect(await program.messenger.send(shop.session, reply)).toEqual({ kind: 'accepted' });
    await town.whatsapp.ownerWrites(shop.owner, ana, { text: 'Bom dia!', id: reply.providerId });
    await writes(ana, { text: 'Tem vaga?' });
    await until(() => textsFrom(ana).includes('Tem vaga?'));
    expect(textsFrom(ana)).toEqual(['Oi', 'Tem vaga?']);
  });

  it('is a customer of whom nothing is known but the LID', async () => {
    const hidden = town.whatsapp.person({ lid: '200000000000777', name: 'Sem número' });
    await writes(hidden, { text: 'Oi', named: 'lid' });
    await until(() => from(hidden).length === 1);
    expect(from(hidden)).toMatchObject([
      {
        identities: [{ kind: 'lid', value: '200000000000777' }],
        customerName: 'Sem número',
        author: 'customer',
      },
    ]);
    const reply = outgoing('Bom dia!', { chat: from(hidden)[0]?.chat ?? null });
    expect(await program.messenger.send(shop.session, reply)).toEqual({ kind: 'accepted' });
    expect(hidden.chatWith(account.number).shown.at(-1)).toMatchObject({ text: 'Bom dia!', fromMe: true });
  });

  it('makes one row of thirty quick messages, in whichever way the customer is named', async () => {
    const ana = customer();
    await writes(ana, { text: 'Oi', named: 'lid+pn' });
    await until(() => from(ana).length === 1);
    const underWay = program.heard.mostUnderWay;
    const texts = Array.from({ length: 30 }, (_, n) => `Mensagem ${n}`);
    program.heard.hold();
    const ways = ['pn', 'lid', 'pn+lid', 'lid+pn'] as const;
    for (const [n, text] of texts.entries())
      await writes(ana, { text, named: ways[n % ways.length] ?? 'pn' });
    await until(() => account.waiting.size === 0);
    program.heard.release();
    await until(() => from(ana).length === 31);
    expect(textsFrom(ana)).toEqual(['Oi', ...texts]);
    expect(program.heard.mostUnderWay).toBe(underWay);
  });
});

describe('while the database is away', () => {
  const away = async () => {
    throw new Error('The database is away.');
  };

  it('nobody says that a message was received, and it is reported once when the database is back', async () => {
    const [ana, bia] = [customer(), customer()];
    await writes(ana, { text: 'Oi' });
    await until(() => from(ana).length === 1);
    program.store.pass = away;
    const ids = [await writes(ana, { text: 'Tem vaga?' }), await writes(bia, { text: 'Sou nova' })];
    await pause(600);
    expect(ids.flatMap(receiptsOf)).toEqual([]);
    expect(account.waiting.size).toBe(2);
    program.store.pass = (_name, call) => call();
    await until(() => from(ana).length === 2 && from(bia).length === 1);
    await until(() => account.waiting.size === 0);
    expect(ids.flatMap(receiptsOf)).toMatchObject([{ error: null }, { error: null }]);
    expect([...textsFrom(ana), ...textsFrom(bia)]).toEqual(['Oi', 'Tem vaga?', 'Sou nova']);
  });

  it('the line is given up after twenty seconds, and all of it comes when it is back', async () => {
    const [ana, other, hasty] = [customer(), town.business(), town.start({}, { haste: 40 })];
    const linked = await town.pair(other, hasty);
    await town.whatsapp.write(ana, other.owner, { text: 'Oi' });
    await until(() => hasty.heard.kept.length === 1);
    hasty.store.pass = away;
    const id = await town.whatsapp.write(ana, other.owner, { text: 'Tem vaga?' });
    await until(() => linked.connections.size === 0);
    expect(linked.receipts.filter((receipt) => receipt.id === id)).toEqual([]);
    hasty.store.pass = (_name, call) => call();
    await until(() => hasty.heard.kept.length === 2);
    await town.whatsapp.write(ana, other.owner, { text: 'Alô?' });
    await until(() => hasty.heard.kept.length === 3);
    expect(hasty.heard.kept.map(({ text }) => text)).toEqual(['Oi', 'Tem vaga?', 'Alô?']);
    await hasty.messenger.close(other.session);
  });
});

// Helpers

const customer = (): Handset => {
  people += 1;
  return town.whatsapp.person({ pn: `55219${80_000_000 + people}`, name: `Ana ${people}` });
};

const writes = (who: Handset, writing: Writing) => town.whatsapp.write(who, shop.owner, writing);

const isFrom = (who: Handset) => (message: IncomingMessage) =>
  message.identities.some(({ value }) => value === who.lid || value.endsWith(who.pn?.slice(-8) ?? '-'));

const from = (who: Handset) => program.heard.kept.filter(isFrom(who));
const textsFrom = (who: Handset) => from(who).map(({ text }) => text);

const receiptsOf = (id: string) => account.receipts.filter((receipt) => receipt.id === id);

const stateOf = async (id: string) =>
  (await town.rows('device_inbox', shop.session)).find(({ provider_id }) => provider_id === id)?.state;

/** Kept, so that whatever happens from now on must not lose it. */
const isWaiting = async (_text: string) =>
  (await town.rows('device_inbox', shop.session)).some(({ state }) => state === 'unreported');
