import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Phone } from '#core/domain/phone.ts';
import type { Attachment, OutgoingMessage } from '#core/ports/messenger.ts';
import { openTown, outgoing, type Program, type Town } from '#tests/support/baileys-town.ts';
import type { Account } from '#tests/support/fake-whatsapp/account.ts';
import type { Handset } from '#tests/support/fake-whatsapp/handset.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
let shop: ReturnType<Town['business']>;
let program: Program;
let account: Account;
let people = 0;

const quick = { ackMs: 400, queryMs: 1_000, watchMs: 50 };

beforeAll(async () => {
  town = await openTown();
  shop = town.business();
  program = town.start(quick);
  account = await town.pair(shop, program);
});
beforeEach(async () => {
  town.whatsapp.treat(() => ({}));
  town.whatsapp.leaveUnanswered(null);
  program.store.pass = (_name, call) => call();
  await until(() => program.heard.changes.at(-1)?.kind === 'connected');
});
afterAll(() => town.close());

describe('a message that the customer’s phone could not read', () => {
  it('is served again under its id, to the LID although it was sent to the number', async () => {
    const ana = customer();
    const message = outgoing('São R$ 80.', { phone: phoneOf(ana) });
    expect(await send(message)).toEqual({ kind: 'accepted' });
    await forgetAndAskAgain(ana, message);
    expect(shownTo(ana)).toEqual(['São R$ 80.']);
    expect(town.whatsapp.sent.filter(({ id }) => id === message.providerId)).toHaveLength(2);
  });

  it('is served again by the process that comes after the one that sent it', async () => {
    const ana = customer();
    const message = outgoing('São R$ 90.', { phone: phoneOf(ana) });
    expect(await send(message)).toEqual({ kind: 'accepted' });
    program.kill();
    town.whatsapp.cutEverybody();
    program = town.start(quick);
    await program.messenger.open(shop.session);
    await until(() => program.heard.changes.at(-1)?.kind === 'connected');
    await forgetAndAskAgain(ana, message);
    expect(shownTo(ana)).toEqual(['São R$ 90.']);
    expect(ana.chatWith(account.number).unreadable).toEqual([]);
  });
});

describe('a message to one customer', () => {
  it.each(['number', 'LID'])(
    'is not served to another who asks for it by its id, sent to the %s',
    async (by) => {
      const [ana, eve] = [customer(), customer()];
      expect(await send(outgoing('Oi, Eva', { phone: phoneOf(eve) }))).toEqual({ kind: 'accepted' });
      const to = by === 'LID' ? { chat: ana.lidJid } : { phone: phoneOf(ana) };
      const message = outgoing('Ana, seu exame deu negativo.', to);
      expect(await send(message)).toEqual({ kind: 'accepted' });
      await eve.forget(account);
      town.whatsapp.receipt(eve, account, message.providerId, { retry: 1 });
      await pause(500);
      expect(shownTo(eve)).toEqual(['Oi, Eva']);
      expect(town.whatsapp.sent.filter(({ id }) => id === message.providerId)).toHaveLength(1);
      await forgetAndAskAgain(ana, message);
      expect(shownTo(ana)).toEqual(['Ana, seu exame deu negativo.']);
    },
  );
});

describe('what the network says of a message', () => {
  it.each(['463', '479'])('is passed on as a refusal for good (%s)', async (error) => {
    town.whatsapp.treat(() => ({ error }));
    expect(await send(outgoing('Oi', { phone: phoneOf(customer()) }))).toEqual({
      kind: 'rejected',
      why: error,
    });
  });

  it.each(['500', '503'])('leaves it open where the trouble is the network’s own (%s)', async (error) => {
    const ana = customer();
    const message = outgoing('Oi', { phone: phoneOf(ana) });
    town.whatsapp.treat(() => ({ error }));
    expect(await send(message)).toEqual({ kind: 'unknown' });
    town.whatsapp.treat(() => ({}));
    expect(await send(message)).toEqual({ kind: 'accepted' });
    expect(shownTo(ana)).toEqual(['Oi']);
  });

  it('is that nobody has this number', async () => {
    const message = outgoing('Oi', { phone: '5521911110000' as Phone });
    expect(await send(message)).toEqual({ kind: 'rejected', why: 'not-on-whatsapp' });
  });

  it('is nothing twice in a row: the line is made anew, and the same id is shown once', async () => {
    const ana = customer();
    const [one, two] = [outgoing('Um', { phone: phoneOf(ana) }), outgoing('Dois', { phone: phoneOf(ana) })];
    expect(await send(outgoing('Zero', { phone: phoneOf(ana) }))).toEqual({ kind: 'accepted' });
    const logins = account.logins;
    town.whatsapp.treat(() => ({ acknowledged: false }));
    expect(await send(one)).toEqual({ kind: 'unknown' });
    expect(account.logins).toBe(logins);
    expect(await send(one)).toEqual({ kind: 'unknown' });
    await until(() => account.logins === logins + 1);
    town.whatsapp.treat(() => ({}));
    await until(() => program.heard.changes.at(-1)?.kind === 'connected');
    expect([await send(one), await send(two)]).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }]);
    expect(shownTo(ana)).toEqual(['Zero', 'Um', 'Dois']);
    expect(program.said).toContainEqual({ what: 'recycled', agentId: shop.session.agentId });
  });

  it('costs nobody the line when a customer has left WhatsApp meanwhile', async () => {
    const gone = outgoing('Oi', { chat: '199999999999999@lid' });
    const [logins, recycled] = [account.logins, recyclings()];
    for (let tries = 0; tries < 3; tries++) expect(await send(gone)).toEqual({ kind: 'unknown' });
    await pause(4 * quick.watchMs);
    expect([account.logins, recyclings()]).toEqual([logins, recycled]);
    expect(await send(outgoing('Oi', { phone: phoneOf(customer()) }))).toEqual({ kind: 'accepted' });
  });
});

describe('what is sent', () => {
  const files: readonly Attachment[] = [
    {
      kind: 'image',
      mimeType: 'image/jpeg',
      fileName: 'corte.jpg',
      bytes: Buffer.from('JFIF'),
      seconds: null,
    },
    {
      kind: 'document',
      mimeType: 'application/pdf',
      fileName: 'preços.pdf',
      bytes: Buffer.from('%PDF'),
      seconds: null,
    },
    { kind: 'voice', mimeType: 'audio/ogg', fileName: 'voz.ogg', bytes: Buffer.from('OggS'), seconds: 3 },
  ];

  it.each(files)('may be a file: $kind', async (attachment) => {
    const ana = customer();
    const before = town.whatsapp.media.files.size;
    const message = { ...outgoing('Veja', { phone: phoneOf(ana) }), attachment };
    expect(await send(message)).toEqual({ kind: 'accepted' });
    expect(town.whatsapp.media.files.size).toBe(before + 1);
    expect(await send(message)).toEqual({ kind: 'accepted' });
    expect(town.whatsapp.media.files.size).toBe(before + 1);
    const content = ana.chatWith(account.number).contents.get(message.providerId);
    const file =
      content?.imageMessage ??
      content?.audioMessage ??
      content?.documentMessage ??
      content?.documentWithCaptionMessage?.message?.documentMessage;
    const type = attachment.kind === 'voice' ? 'audio' : attachment.kind;
    expect(file && (await town.whatsapp.media.open(file, type))?.equals(Buffer.from(attachment.bytes))).toBe(
      true,
    );
  });

  it('may be as long as WhatsApp lets a text be', async () => {
    const ana = customer();
    const text = 'Olá, çã👍 '.repeat(6_000);
    expect(await send(outgoing(text, { phone: phoneOf(ana) }))).toEqual({ kind: 'accepted' });
    expect(shownTo(ana)).toEqual([text]);
  });

  it.each(['usync/get/usync', 'encrypt/get/key'])(
    'is given up after a while when nobody answers %s, and what comes after it goes through',
    async (kind) => {
      const [ana, bia] = [customer(), customer()];
      expect(await send(outgoing('Oi', { chat: ana.lidJid }))).toEqual({ kind: 'accepted' });
      town.whatsapp.leaveUnanswered(kind);
      const hanging = outgoing('Quem é?', { chat: bia.lidJid });
      const first = send(hanging);
      const next = send(outgoing('Tudo bem?', { chat: ana.lidJid }));
      expect([await first, await next]).toEqual([{ kind: 'unknown' }, { kind: 'accepted' }]);
      expect(shownTo(ana)).toEqual(['Oi', 'Tudo bem?']);
      town.whatsapp.leaveUnanswered(null);
      expect(await send(hanging)).toEqual({ kind: 'accepted' });
      expect(shownTo(bia)).toEqual(['Quem é?']);
    },
  );

  it('leaves it open when nobody answers whether a number is on WhatsApp', async () => {
    const ana = customer();
    const message = outgoing('Oi', { phone: phoneOf(ana) });
    town.whatsapp.leaveUnanswered('usync/get/usync');
    expect(await send(message)).toEqual({ kind: 'unknown' });
    town.whatsapp.leaveUnanswered(null);
    expect(await send(message)).toEqual({ kind: 'accepted' });
    expect(shownTo(ana)).toEqual(['Oi']);
  });
});

describe('a line whose store does not answer', () => {
  it.each(['commit', 'keys'])('is made anew when a call of %s hangs, and goes on', async (hangs) => {
    const [other, ana] = [town.business(), customer()];
    const watched = town.start({ ...quick, deafMs: 2_500 });
    const linked = await town.pair(other, watched);
    await town.whatsapp.write(ana, other.owner, { text: 'Oi' });
    await until(() => watched.heard.kept.length === 1);
    let once = true;
    watched.store.pass = (name, call) => {
      if (name !== hangs || !once) return call();
      once = false;
      return new Promise(() => {});
    };
    await town.whatsapp.write(ana, other.owner, { text: 'Tem vaga?' });
    await until(() => watched.said.some(({ what }) => what === 'recycled'));
    await until(() => watched.heard.kept.length === 2);
    expect(watched.heard.kept.map(({ text }) => text)).toEqual(['Oi', 'Tem vaga?']);
    const reply = outgoing('Temos!', { phone: phoneOf(ana) });
    expect(await watched.messenger.send(other.session, reply)).toEqual({ kind: 'accepted' });
    expect(ana.chatWith(linked.number).shown.at(-1)?.text).toBe('Temos!');
    await watched.messenger.close(other.session);
  });

  it('is made anew when credentials cannot be saved in time', async () => {
    const other = town.business();
    const watched = town.start({ ...quick, connectMs: 500 });
    const linked = await town.pair(other, watched);
    let once = true;
    watched.store.pass = (name, call) => {
      if (name !== 'saveCredentials' || !once) return call();
      once = false;
      return new Promise(() => {});
    };
    linked.drop();
    await until(() => linked.logins === 2 && linked.connections.size === 1);
    await until(() => watched.heard.changes.at(-1)?.kind === 'connected');
    await watched.messenger.close(other.session);
  });
});

// Helpers

const customer = (): Handset => {
  people += 1;
  return town.whatsapp.person({ pn: `55219${81_000_000 + people}`, name: `Ana ${people}` });
};

const phoneOf = ({ pn }: Handset) => pn as Phone;

const recyclings = () => program.said.filter(({ what }) => what === 'recycled').length;

const send = (message: OutgoingMessage) => program.messenger.send(shop.session, message);

const shownTo = (who: Handset) => who.chatWith(account.number).shown.map(({ text }) => text);

/** The customer's phone has lost its keys, and asks by its LID for what it could not read. */
const forgetAndAskAgain = async (who: Handset, { providerId }: OutgoingMessage) => {
  const before = town.whatsapp.sent.length;
  await who.forget(account);
  town.whatsapp.receipt(who, account, providerId, { retry: 1 });
  await until(() => town.whatsapp.sent.length > before);
};
