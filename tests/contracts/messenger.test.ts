import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Phone } from '#core/domain/phone.ts';
import type { ConnectionChange, OutgoingMessage } from '#core/ports/messenger.ts';
import { baileysMessengerWorld } from './baileys-messenger-world.ts';
import type { MessengerUnderTest, MessengerWorld } from './messenger-world.ts';
import { simulatedMessengerWorld } from './simulated-messenger-world.ts';

const messengers: MessengerUnderTest[] = [
  { name: 'simulator', open: simulatedMessengerWorld },
  { name: 'Baileys', open: baileysMessengerWorld },
];

describe.each(messengers)('Messenger ($name)', ({ open }) => {
  let world: MessengerWorld;

  beforeEach(async () => {
    world = await open();
  });

  afterEach(() => world.close());

  describe('pairing', () => {
    it('shows a QR for a number that was never paired', async () => {
      await world.messenger.open(world.session);
      expect(await newestQr()).toMatch(/\S{20}/);
    });

    it('is connected once the phone of that number has scanned', async () => {
      await world.messenger.open(world.session);
      expect(await world.scans(await newestQr())).toBe(true);
      await world.until(() => kinds().includes('connected'));
      expect(kinds().at(-1)).toBe('connected');
    });

    it('takes the number with and without the ninth digit for the same', async () => {
      await world.messenger.open(world.session);
      await world.scans(await newestQr(), '551187654321' as Phone);
      await world.until(() => kinds().includes('connected'));
    });

    it('renews the QR until three minutes have passed, and then is closed as expired', async () => {
      await world.messenger.open(world.session);
      await newestQr();
      await world.nobodyScans();
      await world.until(() => kinds().includes('closed'));
      const qrs = world.heard.changes.filter(({ kind }) => kind === 'qr');
      expect(qrs.length).toBeGreaterThan(3);
      expect(new Set(qrs.map((change) => JSON.stringify(change))).size).toBe(qrs.length);
      expect(world.heard.changes.at(-1)).toEqual({ kind: 'closed', problem: 'expired' });
    });

    it('takes no QR any more after it has expired', async () => {
      await world.messenger.open(world.session);
      const qr = await newestQr();
      await world.nobodyScans();
      await world.until(() => kinds().includes('closed'));
      expect(await world.scans(qr)).toBe(false);
    });

    it('shows a new QR when it is opened again after it expired', async () => {
      await world.messenger.open(world.session);
      const first = await newestQr();
      await world.nobodyScans();
      await world.until(() => kinds().includes('closed'));
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      expect(await newestQr()).not.toBe(first);
    });

    it('is closed as the wrong number when another phone scans', async () => {
      await world.messenger.open(world.session);
      await world.scans(await newestQr(), '5511912345678' as Phone);
      await world.until(() => kinds().includes('closed'));
      expect(world.heard.changes.at(-1)).toEqual({ kind: 'closed', problem: 'wrong-number' });
      expect(kinds()).not.toContain('connected');
    });

    it('asks for pairing anew after a wrong number', async () => {
      await world.messenger.open(world.session);
      await world.scans(await newestQr(), '5511912345678' as Phone);
      await world.until(() => kinds().includes('closed'));
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      await newestQr();
      expect(kinds()).toEqual(['qr']);
    });

    it('gives a code of eight characters to type instead of scanning', async () => {
      await world.messenger.open(world.session);
      await newestQr();
      await world.messenger.requestPairingCode(world.session);
      expect(await pairingCode()).toMatch(/^[0-9A-Z]{8}$/);
    });

    it('is connected once the code was typed on the phone', async () => {
      await world.messenger.open(world.session);
      await newestQr();
      await world.messenger.requestPairingCode(world.session);
      expect(await world.typesCode(await pairingCode())).toBe(true);
      await world.until(() => kinds().includes('connected'));
    });

    it('gives no code while it does not wait for pairing', async () => {
      await world.messenger.requestPairingCode(world.session);
      await connected();
      await world.messenger.requestPairingCode(world.session);
      await world.quiet();
      expect(kinds()).not.toContain('pairing-code');
    });
  });

  describe('the session', () => {
    it('stays as it is when it is opened again while it is open', async () => {
      await connected();
      const before = kinds();
      await world.messenger.open(world.session);
      await world.quiet();
      expect(kinds()).toEqual(before);
    });

    it('resumes without a QR after it was closed', async () => {
      await connected();
      await world.messenger.close(world.session);
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      await world.until(() => kinds().includes('connected'));
      expect(kinds()).toEqual(['connected']);
    });

    it('resumes without a QR after the process was killed', async () => {
      await connected();
      await world.killAndRestart();
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      await world.until(() => kinds().includes('connected'));
      expect(kinds()).toEqual(['connected']);
    });

    it('can be opened by another process after it was closed', async () => {
      await connected();
      const other = await world.anotherProcess();
      await world.messenger.close(world.session);
      world.heard.changes.length = 0;
      await other.open(world.session);
      await world.until(() => kinds().includes('connected'));
      expect(await other.send(world.session, answer('Bom dia!'))).toEqual({ kind: 'accepted' });
      expect(await world.messenger.send(world.session, answer('Bom dia?'))).toEqual({ kind: 'unknown' });
    });

    it('is let go of without a word when another process opens it under a newer lease', async () => {
      await connected();
      const other = await world.anotherProcess();
      world.heard.changes.length = 0;
      await other.open({ ...world.session, epoch: world.session.epoch + 1 });
      await world.until(() => kinds().includes('connected'));
      await world.writes('Oi', { id: 'A1' });
      await received(1);
      await world.quiet();
      expect(kinds()).toEqual(['connected']);
      expect(world.heard.handed).toHaveLength(1);
      expect(await sent(answer('Quem fala?'))).toEqual({ kind: 'unknown' });
      expect(await other.send(world.session, answer('Bom dia!'))).toEqual({ kind: 'accepted' });
    });

    it('is not opened under an older lease than it was opened before', async () => {
      const newer = { ...world.session, epoch: world.session.epoch + 1 };
      await world.messenger.open(newer);
      await world.scans(await newestQr());
      await world.until(() => kinds().includes('connected'));
      const other = await world.anotherProcess();
      world.heard.changes.length = 0;
      await other.open(world.session);
      await world.quiet();
      expect(kinds()).toEqual([]);
      expect(await other.send(world.session, answer('Quem fala?'))).toEqual({ kind: 'unknown' });
      expect(await sent(answer('Bom dia!'))).toEqual({ kind: 'accepted' });
    });

    it('is not opened under an older lease after the newer one was let go of', async () => {
      const newer = { ...world.session, epoch: world.session.epoch + 1 };
      await world.messenger.open(newer);
      await world.scans(await newestQr());
      await world.until(() => kinds().includes('connected'));
      await world.messenger.close(newer);
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      await world.quiet();
      expect(kinds()).toEqual([]);
    });

    it('says nothing more of a session that was closed', async () => {
      await connected();
      const before = kinds();
      await world.messenger.close(world.session);
      await world.writes('Tem alguém aí?');
      await world.quiet();
      expect(kinds()).toEqual(before);
      expect(world.heard.handed).toEqual([]);
    });

    it('wipes its keys and says nothing more when it is logged out', async () => {
      await connected();
      world.heard.changes.length = 0;
      await world.messenger.logOut(world.session);
      await world.quiet();
      expect(kinds()).toEqual([]);
      await world.messenger.open(world.session);
      await newestQr();
      expect(kinds()).toEqual(['qr']);
    });

    it('keeps its keys when it is logged out while it is not open', async () => {
      await connected();
      await world.messenger.close(world.session);
      await world.messenger.logOut(world.session);
      await world.messenger.close(world.session);
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      await world.until(() => kinds().includes('connected'));
      expect(kinds()).toEqual(['connected']);
    });

    it('says that it is reconnecting when the line is lost, and that it is connected when it is back', async () => {
      await connected();
      world.heard.changes.length = 0;
      await world.goDown();
      await world.until(() => kinds().includes('reconnecting'));
      await world.comeBack();
      await world.until(() => kinds().includes('connected'));
      expect(kinds()).toEqual(['reconnecting', 'connected']);
    });

    it('is closed as logged out when the owner unlinks it on the phone', async () => {
      await connected();
      await world.unlinksOnPhone();
      await world.until(() => kinds().includes('closed'));
      expect(world.heard.changes.at(-1)).toEqual({ kind: 'closed', problem: 'logged-out' });
    });

    it('learns when it is opened that the owner has unlinked it meanwhile, and shows a QR the next time', async () => {
      await connected();
      await world.messenger.close(world.session);
      await world.unlinksOnPhone();
      world.heard.changes.length = 0;
      await world.messenger.open(world.session);
      await world.until(() => kinds().includes('closed'));
      expect(world.heard.changes).toEqual([{ kind: 'closed', problem: 'logged-out' }]);
      await world.messenger.open(world.session);
      await newestQr();
    });

    it('says a change again, and before any later one, when the listener could not keep it', async () => {
      await connected();
      world.heard.changes.length = 0;
      world.heard.refuseChanges(1);
      await world.goDown();
      await world.comeBack();
      await world.until(() => kinds().includes('connected'));
      expect(kinds()).toEqual(['reconnecting', 'connected']);
    });

    it('says that it is connected before it hands over what waited', async () => {
      await connected();
      await world.goDown();
      await world.until(() => kinds().includes('reconnecting'));
      await world.writes('Estou esperando');
      world.heard.diary.length = 0;
      world.heard.refuseChanges(1);
      await world.comeBack();
      await world.until(() => world.heard.kept.length === 1);
      expect(world.heard.diary).toEqual(['connected', 'message Estou esperando']);
    });
  });

  describe('receiving', () => {
    it("hands over a customer's text with its id, its time and the customer's name", async () => {
      await connected();
      const sentAt = new Date('2026-11-21T11:59:58Z');
      await world.writes('Vocês abrem domingo?', { id: 'A1', name: 'Maria', sentAt });
      expect(await received(1)).toEqual([
        expect.objectContaining({
          providerId: 'A1',
          place: 'direct',
          author: 'customer',
          customerName: 'Maria',
          kind: 'text',
          text: 'Vocês abrem domingo?',
          audioSeconds: null,
          sentAt,
          late: false,
        }),
      ]);
    });

    it('gives every name that the network has for the customer', async () => {
      await connected();
      await world.writes('Oi', { named: 'both' });
      const [message] = await received(1);
      expect(message?.identities.map(({ kind }) => kind).sort()).toEqual(['lid', 'phone']);
    });

    it('knows a customer again who comes once by phone and once by LID', async () => {
      await connected();
      await world.writes('Oi', { named: 'phone' });
      await world.writes('Sou eu de novo', { named: 'lid' });
      await world.writes('E ainda eu', { named: 'both' });
      const [byPhone, byLid, byBoth] = (await received(3)).map(({ identities }) => identities);
      expect(byPhone?.map(({ kind }) => kind)).toContain('phone');
      expect(byLid?.map(({ kind }) => kind)).toContain('lid');
      expect(byBoth).toEqual(expect.arrayContaining([...(byPhone ?? []), ...(byLid ?? [])]));
    });

    it('gives one key for a phone that comes with and without the ninth digit', async () => {
      await connected();
      await world.writes('Oi', { from: { phone: '5521998887766' as Phone } });
      await world.writes('Oi!', { from: { phone: '552198887766' as Phone } });
      const keys = (await received(2)).map(
        ({ identities }) => identities.find(({ kind }) => kind === 'phone')?.value,
      );
      expect(keys).toEqual(['552198887766', '552198887766']);
    });

    it('hands over what a customer without a visible phone writes', async () => {
      await connected();
      await world.writes('Oi', { from: { lid: '123456789012345' } });
      const [message] = await received(1);
      expect(message?.identities).toEqual([{ kind: 'lid', value: '123456789012345' }]);
    });

    it('hands over a voice message with its length and a picture with its caption', async () => {
      await connected();
      await world.writesAudio(12);
      await world.writesImage('É este aqui');
      const [audio, image] = await received(2);
      expect(audio).toMatchObject({ kind: 'audio', audioSeconds: 12, text: null });
      expect(image).toMatchObject({ kind: 'image', audioSeconds: null, text: 'É este aqui' });
    });

    it('gives the very bytes of a file that came with a message', async () => {
      await connected();
      const { bytes, media } = await voice();
      expect(media).toMatchObject({ mimeType: expect.stringMatching(/^audio\/ogg/), bytes: bytes.length });
      const fetched = await world.mediaSource.fetch(world.session, media?.ref ?? '', bytes.length);
      expect(fetched).toEqual({ kind: 'fetched', bytes: expect.anything() });
      expect(fetched.kind === 'fetched' && Buffer.from(fetched.bytes).equals(bytes)).toBe(true);
    });

    it('gives a file although the session is closed', async () => {
      await connected();
      const { bytes, media } = await voice();
      await world.messenger.close(world.session);
      const fetched = await world.mediaSource.fetch(world.session, media?.ref ?? '', bytes.length);
      expect(fetched.kind).toBe('fetched');
    });

    it('refuses a file of more bytes than are wanted', async () => {
      await connected();
      const { bytes, media } = await voice();
      const fetched = await world.mediaSource.fetch(world.session, media?.ref ?? '', bytes.length - 1);
      expect(fetched).toMatchObject({ kind: 'refused' });
    });

    it.each(['', 'nada', '{}', '[]', 'null', '"https://exemplo.com.br/a.ogg"', '{"directPath":"/a"}'])(
      'refuses a file named by %j',
      async (ref) => {
        expect(await world.mediaSource.fetch(world.session, ref, 1_000)).toMatchObject({ kind: 'refused' });
      },
    );

    it("tells the owner's own message from the customer's, naming the customer of that chat", async () => {
      await connected();
      await world.writes('Qual o preço?');
      await world.ownerWrites('São 50 reais');
      const [asked, typed] = await received(2);
      expect(typed).toMatchObject({ author: 'owner', text: 'São 50 reais' });
      expect(typed?.identities).toEqual(asked?.identities);
    });

    it('does not report what we sent ourselves', async () => {
      await connected();
      await world.messenger.send(world.session, answer('Abrimos às 9h'));
      await world.quiet();
      expect(world.heard.handed).toEqual([]);
    });

    it('does not take our own message for the owner when the network sends it back to us', async () => {
      await connected();
      await world.messenger.send(world.session, answer('Abrimos às 9h', '3EB0AAAA'));
      await world.ownerWrites('Abrimos às 9h', { id: '3EB0AAAA' });
      await world.quiet();
      expect(world.heard.handed).toEqual([]);
    });

    it('does not take what was written in a group for a customer who wrote', async () => {
      await connected();
      await world.writes('Bom dia, grupo', { inGroup: true });
      await world.writes('Bom dia');
      await received(1);
      await world.quiet();
      expect(texts(world.heard.handed.filter(({ place }) => place === 'direct'))).toEqual(['Bom dia']);
    });

    it('shows a message that is sent twice with the same id once', async () => {
      await connected();
      await world.writes('Vocês abrem domingo?', { id: 'A1' });
      await world.writes('Vocês abrem domingo?', { id: 'A1' });
      await world.quiet();
      expect(new Set(world.heard.kept.map(({ providerId }) => providerId))).toEqual(new Set(['A1']));
      expect(await world.chat()).toHaveLength(1);
    });

    it('takes the same id in two chats for two messages', async () => {
      await connected();
      await world.writes('Oi', { id: 'A1' });
      await world.writes('Olá', { id: 'A1', from: joao });
      expect(texts(await received(2)).sort()).toEqual(['Oi', 'Olá']);
    });

    it('hands a message over again, unchanged, when the listener could not keep it', async () => {
      await connected();
      world.heard.refuse(() => world.heard.handed.length < 4);
      await world.writes('Oi', { id: 'A1' });
      await received(1);
      expect(world.heard.handed).toHaveLength(4);
      expect(new Set(world.heard.handed.map((message) => JSON.stringify(message))).size).toBe(1);
    });

    it('lets nothing overtake a message of the same chat that is handed over again', async () => {
      await connected();
      world.heard.refuse(({ text }) => text === 'um' && world.heard.handed.length < 3);
      for (const text of ['um', 'dois', 'três']) await world.writes(text);
      expect(texts(await received(3))).toEqual(['um', 'dois', 'três']);
    });

    it('does not let one chat that cannot be kept hold up another', async () => {
      await connected();
      world.heard.refuse(({ text }) => text === 'veneno');
      await world.writes('veneno');
      await world.writes('Olá', { from: joao });
      expect(texts(await received(1))).toEqual(['Olá']);
    });

    it('announces a message at once, although an earlier one of its chat is still being kept', async () => {
      await connected();
      world.heard.hold();
      await world.writes('Qual o preço?');
      await world.ownerWrites('São 50 reais');
      await world.until(() => world.heard.announced.length >= 2);
      expect(world.heard.announced.at(-1)).toMatchObject({ author: 'owner', text: 'São 50 reais' });
      expect(texts(world.heard.handed)).toEqual(['Qual o preço?']);
      world.heard.release();
    });

    it('announces all that waited before it hands over the first, and after it has said that it is connected', async () => {
      await connected();
      await world.goDown();
      await world.until(() => kinds().includes('reconnecting'));
      await world.writes('Qual o preço?');
      await world.ownerWrites('São 50 reais');
      world.heard.hold();
      world.heard.diary.length = 0;
      await world.comeBack();
      await world.until(() => world.heard.handed.length === 1);
      expect(world.heard.diary).toEqual(['connected', 'message Qual o preço?']);
      expect(texts(world.heard.announced)).toEqual(['Qual o preço?', 'São 50 reais']);
      world.heard.release();
    });

    it('hands over one message of a chat at a time', async () => {
      await connected();
      world.heard.hold();
      for (const text of ['um', 'dois', 'três']) await world.writes(text);
      await world.quiet();
      expect(texts(world.heard.handed)).toEqual(['um']);
      world.heard.release();
      expect(texts(await received(3))).toEqual(['um', 'dois', 'três']);
    });

    it('hands over several chats in parallel, eight calls at most', async () => {
      await connected();
      world.heard.hold();
      for (let i = 0; i < 12; i += 1) await world.writes('Oi', { from: { lid: `70000000000${i}` } });
      await world.until(() => world.heard.underWay === 8);
      await world.quiet();
      world.heard.release();
      await received(12);
      expect(world.heard.mostUnderWay).toBe(8);
    });

    it('hands over what arrived while the line was lost when it is back, in order and marked late', async () => {
      await connected();
      await world.goDown();
      await world.until(() => kinds().includes('reconnecting'));
      for (const text of ['um', 'dois', 'três']) await world.writes(text);
      await world.quiet();
      expect(world.heard.handed).toEqual([]);
      await world.comeBack();
      expect((await received(3)).map(({ text, late }) => [text, late])).toEqual([
        ['um', true],
        ['dois', true],
        ['três', true],
      ]);
      await world.writes('quatro');
      expect((await received(4)).at(-1)).toMatchObject({ text: 'quatro', late: false });
    });

    it('marks as late what could not be kept before the line was lost', async () => {
      await connected();
      world.heard.refuse(({ late }) => !late);
      await world.writes('Oi');
      await world.until(() => world.heard.handed.length === 1);
      await world.goDown();
      await world.until(() => kinds().includes('reconnecting'));
      await world.comeBack();
      expect(await received(1)).toMatchObject([{ text: 'Oi', late: true }]);
    });

    it('hands over what arrived while no process had the session', async () => {
      await connected();
      await world.messenger.close(world.session);
      await world.writes('Tem alguém aí?');
      await world.ownerWrites('Já respondo');
      await world.messenger.open(world.session);
      expect((await received(2)).map(({ author, late }) => [author, late])).toEqual([
        ['customer', true],
        ['owner', true],
      ]);
    });

    it('hands over again, marked late, what was not kept when the process was killed', async () => {
      await connected();
      world.heard.hold();
      await world.writes('Não me perca', { id: 'A1' });
      await world.until(() => world.heard.handed.length === 1);
      await world.killAndRestart();
      world.heard.release();
      await world.quiet();
      await world.messenger.open(world.session);
      await world.until(() => world.heard.handed.length === 2);
      expect(world.heard.handed.at(-1)).toMatchObject({ providerId: 'A1', text: 'Não me perca', late: true });
    });

    it('does not hand over again what was kept before the process was killed', async () => {
      await connected();
      await world.writes('Guardada');
      await received(1);
      await world.quiet();
      await world.killAndRestart();
      await world.messenger.open(world.session);
      await world.quiet();
      expect(texts(world.heard.handed)).toEqual(['Guardada']);
    });
  });

  describe('sending', () => {
    it('puts the text into the chat whose address came with a message', async () => {
      await connected();
      await world.writes('Vocês abrem domingo?', { named: 'lid' });
      const [asked] = await received(1);
      const reply = { ...answer('Sim, às 9h'), chat: asked?.chat ?? null, phone: null };
      expect(await world.messenger.send(world.session, reply)).toEqual({ kind: 'accepted' });
      expect((await world.chat()).map(({ fromMe, text }) => [fromMe, text])).toEqual([
        [false, 'Vocês abrem domingo?'],
        [true, 'Sim, às 9h'],
      ]);
    });

    it('finds the customer by phone when no address is known', async () => {
      await connected();
      const told = { ...answer('Seu código é ABC234'), chat: null, phone: joao.phone };
      expect(await world.messenger.send(world.session, told)).toEqual({ kind: 'accepted' });
      expect(await world.chat(joao)).toHaveLength(1);
    });

    it('shows what is sent in the order in which it was sent', async () => {
      await connected();
      for (const text of ['um', 'dois', 'três']) await world.messenger.send(world.session, answer(text));
      expect((await world.chat()).map(({ text }) => text)).toEqual(['um', 'dois', 'três']);
    });

    it.each([
      ['a picture with its caption', 'image', 'O cardápio de hoje', 'image/png', 'cardapio.png', null],
      ['a picture without a caption', 'image', '', 'image/png', 'cardapio.png', null],
      ['a document with its caption', 'document', 'A tabela', 'application/pdf', 'tabela.pdf', null],
      ['a voice message', 'voice', '', 'audio/ogg; codecs=opus', 'resposta.ogg', 3],
    ] as const)('shows %s', async (_what, kind, text, mimeType, fileName, seconds) => {
      await connected();
      const bytes = kind === 'image' ? picture : randomBytes(3_000);
      const attachment = { kind, mimeType, fileName, bytes, seconds };
      expect(await sent({ ...answer(text, '3EB0DDDD'), attachment })).toEqual({ kind: 'accepted' });
      const [shown] = await world.chat();
      expect(shown).toMatchObject({ fromMe: true, kind: kind === 'voice' ? 'audio' : kind });
      expect(shown?.text ?? '').toBe(text);
      expect(Buffer.from(shown?.bytes ?? []).equals(bytes)).toBe(true);
    });

    it('shows two messages with one id once', async () => {
      await connected();
      await world.messenger.send(world.session, answer('Sim', '3EB0BBBB'));
      expect(await world.messenger.send(world.session, answer('Sim', '3EB0BBBB'))).toEqual({
        kind: 'accepted',
      });
      expect(await world.chat()).toMatchObject([{ id: '3EB0BBBB', fromMe: true, text: 'Sim' }]);
    });

    it('answers that it does not know when the acknowledgement is lost, and the same id again shows it once', async () => {
      await connected();
      world.loseAcks(true);
      expect(await sent(answer('Sim', '3EB0CCCC'))).toEqual({ kind: 'unknown' });
      world.loseAcks(false);
      expect(await sent(answer('Sim', '3EB0CCCC'))).toEqual({ kind: 'accepted' });
      expect(await world.chat()).toHaveLength(1);
    });

    it('writes nothing that may not leave any more, and says so', async () => {
      await connected();
      const held = await world.messenger.send(world.session, answer('Não vá'), () => false);
      expect(held).toEqual({ kind: 'held-back' });
      expect(await sent(answer('Vá'))).toEqual({ kind: 'accepted' });
      expect((await world.chat()).map(({ text }) => text)).toEqual(['Vá']);
    });

    it('answers that it does not know, and sends nothing, when the session was never opened', async () => {
      expect(await sent(answer('Oi'))).toEqual({ kind: 'unknown' });
      expect(await world.chat()).toEqual([]);
    });

    it('answers that it does not know, and sends nothing, while it waits for pairing', async () => {
      await world.messenger.open(world.session);
      await newestQr();
      expect(await sent(answer('Oi'))).toEqual({ kind: 'unknown' });
      expect(await world.chat()).toEqual([]);
    });

    it('answers that it does not know, and sends nothing, while the line is lost', async () => {
      await connected();
      await world.goDown();
      await world.until(() => kinds().includes('reconnecting'));
      expect(await sent(answer('Oi'))).toEqual({ kind: 'unknown' });
      await world.comeBack();
      await world.quiet();
      expect(await world.chat()).toEqual([]);
    });

    it('says why when the network takes a message neither now nor later', async () => {
      await connected();
      world.refuseSends('463');
      expect(await sent(answer('Oi'))).toEqual({
        kind: 'rejected',
        why: expect.stringContaining('463'),
      });
      expect(await world.chat()).toEqual([]);
    });

    it('shows the customer that somebody is writing', async () => {
      await connected();
      await world.writes('Oi');
      const [asked] = await received(1);
      await world.messenger.showTyping(world.session, asked?.chat ?? '');
      expect(await world.seesTyping()).toBe(true);
    });

    it('ignores trouble with showing that somebody is writing', async () => {
      await world.messenger.showTyping(world.session, '123456789012345@lid');
      await connected();
      await world.messenger.showTyping(world.session, 'ninguém');
      expect(await world.seesTyping()).toBe(false);
    });
  });

  // Helpers

  const joao = { phone: '5531977776666' as Phone };

  /** The smallest PNG there is: a network may look into a picture before it takes it. */
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  const voice = async () => {
    const bytes = randomBytes(5_000);
    await world.writesVoice(bytes);
    const [message] = await received(1);
    expect(message).toMatchObject({ kind: 'audio', audioSeconds: 3, text: null });
    return { bytes, media: message?.media };
  };

  const kinds = (): ConnectionChange['kind'][] => world.heard.changes.map(({ kind }) => kind);

  const newestQr = async (): Promise<string> => {
    await world.until(() => kinds().includes('qr'));
    const shown = world.heard.changes.findLast((change) => change.kind === 'qr');
    return shown?.kind === 'qr' ? shown.payload : '';
  };

  const pairingCode = async (): Promise<string> => {
    await world.until(() => kinds().includes('pairing-code'));
    const shown = world.heard.changes.findLast((change) => change.kind === 'pairing-code');
    return shown?.kind === 'pairing-code' ? shown.code : '';
  };

  const connected = async (): Promise<void> => {
    await world.messenger.open(world.session);
    await world.scans(await newestQr());
    await world.until(() => kinds().includes('connected'));
  };

  const received = async (count: number) => {
    await world.until(() => world.heard.kept.length >= count);
    return world.heard.kept;
  };

  const texts = (messages: readonly { readonly text: string | null }[]) => messages.map(({ text }) => text);

  const sent = (message: OutgoingMessage) => world.messenger.send(world.session, message);

  const answer = (text: string, providerId = `3EB0${text}`): OutgoingMessage => ({
    providerId,
    chat: null,
    phone: '5521998887766' as Phone,
    text,
    attachment: null,
  });
});
