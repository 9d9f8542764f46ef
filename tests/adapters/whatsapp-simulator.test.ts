import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TypedContainer } from '@inversifyjs/strongly-typed';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byNumber, chatWith } from '#adapters/whatsapp-simulator/address.ts';
import { simulatorCalls } from '#adapters/whatsapp-simulator/calls.ts';
import { simulatedMessenger } from '#adapters/whatsapp-simulator/messenger.ts';
import { simulator } from '#adapters/whatsapp-simulator/module.ts';
import { openWorld, type WorldOptions } from '#adapters/whatsapp-simulator/world.ts';
import { pause } from '#core/application/whatsapp/timers.ts';
import type { Phone } from '#core/domain/phone.ts';
import { after, minute } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';
import type { OutgoingMessage } from '#core/ports/messenger.ts';
import { recordingListener } from '../contracts/messenger-world.ts';
import { manualTime } from '../support/manual-time.ts';

const shop = '5511987654321' as Phone;
const session = { accountId: 1, agentId: 7, epoch: 1, phone: shop };
const maria = '21 99888-7766';
const mariasPhone = '5521998887766' as Phone;

describe('the WhatsApp simulator', () => {
  let time: ReturnType<typeof manualTime>;
  let folder: string;

  beforeEach(() => {
    time = manualTime();
    folder = mkdtempSync(join(tmpdir(), 'prosa-simulator-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describe('its calls', () => {
    it('take a customer through scanning, writing and reading the answer', async () => {
      const { calls, messenger, heard } = start();
      await messenger.open(session);
      expect(await calls.pair('(11) 98765-4321')).toMatchObject({ ok: true });
      const written = await calls.write(shop, { contact: maria, id: 'A1', text: 'Vocês abrem domingo?' });
      expect(written).toEqual({ ok: true, value: { id: 'A1' } });
      await messenger.send(session, answer('Sim, às 9h', heard.kept[0]?.chat ?? null));
      const sentAt = time.clock.now();
      expect(calls.chat(shop, '+55 21 9888-7766')).toEqual({
        ok: true,
        value: [
          { id: 'A1', fromMe: false, text: 'Vocês abrem domingo?', sentAt },
          { id: '3EB0Sim, às 9h', fromMe: true, text: 'Sim, às 9h', sentAt },
        ],
      });
      expect(calls.chats(shop)).toEqual({
        ok: true,
        value: [{ contact: mariasPhone, lastText: 'Sim, às 9h', at: sentAt }],
      });
    });

    it('show what was attached to an answer under its name', async () => {
      const { calls, messenger, world } = await connected();
      const bytes = new Uint8Array([1, 2, 3]);
      const table = { mimeType: 'application/pdf', fileName: 'tabela.pdf', bytes, seconds: null } as const;
      await messenger.send(session, { ...answer('Segue', null), attachment: { kind: 'document', ...table } });
      await messenger.send(session, {
        ...answer('', null),
        attachment: { ...table, kind: 'voice', mimeType: 'audio/ogg', seconds: 3 },
      });
      expect(calls.chat(shop, maria)).toMatchObject({
        ok: true,
        value: [
          { fromMe: true, text: 'Segue', file: 'tabela.pdf' },
          { fromMe: true, text: null, file: 'audio.ogg' },
        ],
      });
      expect(world.media(shop, chatWith(byNumber(mariasPhone)), '3EB0Segue', true)).toEqual(bytes);
    });

    it('end a write when the product has kept the message', async () => {
      const { calls, messenger, heard } = start();
      await messenger.open(session);
      await calls.pair(shop);
      heard.hold();
      let ended = false;
      const writing = calls.write(shop, { contact: maria, text: 'Oi' }).then(() => {
        ended = true;
      });
      await time.pass(5_000);
      expect(ended).toBe(false);
      heard.release();
      await writing;
      expect(heard.kept).toHaveLength(1);
    });

    it('end a write after 20 seconds although the product has not kept the message', async () => {
      const { calls, messenger, heard } = start();
      await messenger.open(session);
      await calls.pair(shop);
      heard.hold();
      const writing = calls.write(shop, { contact: maria, text: 'Oi' });
      await time.pass(20_000);
      expect(await writing).toMatchObject({ ok: true });
    });

    it('end a write at once while no session is connected', async () => {
      const { calls } = start();
      expect(await calls.write(shop, { contact: maria, text: 'Oi' })).toMatchObject({ ok: true });
      expect(calls.chats(shop)).toMatchObject({ ok: true, value: [{ lastText: 'Oi' }] });
    });

    it('wait ten seconds for a QR to scan, and then say that there is none', async () => {
      const { calls, messenger } = start();
      const early = calls.pair(shop);
      await time.pass(9_000);
      await messenger.open(session);
      expect(await early).toMatchObject({ ok: true });
      const never = calls.pair('5531977776666');
      await time.pass(10_000);
      expect(await never).toEqual({ ok: false, refusal: { kind: 'nothing-to-scan' } });
    });

    it('leave a number alone that is connected already', async () => {
      const { calls, messenger } = start();
      await messenger.open(session);
      await calls.pair(shop);
      expect(await calls.pair(shop)).toMatchObject({ ok: true });
    });

    it('let another number scan', async () => {
      const { calls, messenger, heard } = start();
      await messenger.open(session);
      await calls.pair(shop, { as: '11 91234-5678' });
      expect(heard.changes.at(-1)).toEqual({ kind: 'closed', problem: 'wrong-number' });
    });

    it('show each number with its line and the QR that waits', async () => {
      const { calls, messenger } = start();
      await messenger.open(session);
      expect(calls.phones()).toMatchObject([{ phone: shop, connection: 'unlinked', waitsForScan: true }]);
      await calls.write(shop, { contact: maria, text: 'Oi' });
      expect(calls.phones()).toEqual([
        { phone: shop, connection: 'unlinked', qr: expect.stringMatching(/^https:/), waitsForScan: true },
      ]);
      await calls.pair(shop);
      expect(calls.phones()).toEqual([{ phone: shop, connection: 'normal', qr: null, waitsForScan: false }]);
      await calls.setConnection(shop, 'down');
      expect(calls.phones()).toMatchObject([{ connection: 'down' }]);
      await calls.setConnection(shop, 'normal');
      await calls.setConnection(shop, 'unlinked');
      expect(calls.phones()).toMatchObject([{ connection: 'unlinked' }]);
    });

    it('stop a session as WhatsApp may, which connects again when it is opened anew', async () => {
      const { calls, messenger, heard } = start();
      await messenger.open(session);
      await calls.pair(shop);
      for (const problem of ['temporarily-banned', 'banned', 'client-too-old', 'replaced'] as const) {
        await calls.setConnection(shop, problem);
        const until = problem === 'temporarily-banned' ? after(time.clock.now(), 10 * minute) : null;
        expect(heard.changes.at(-1)).toEqual({ kind: 'halted', problem, until });
        await messenger.open(session);
        await time.settle();
        expect(heard.changes.at(-1)).toEqual({ kind: 'connected' });
      }
    });

    it('deliver, marked late, on return what arrived while the line was down', async () => {
      const { calls, messenger, heard } = start();
      await messenger.open(session);
      await calls.pair(shop);
      await calls.setConnection(shop, 'down');
      await calls.write(shop, { contact: 'lid:123', text: 'Oi', sentAt: new Date('2026-11-21T08:00:00Z') });
      await calls.setConnection(shop, 'normal');
      await time.settle();
      expect(heard.kept).toMatchObject([{ late: true, sentAt: new Date('2026-11-21T08:00:00Z') }]);
      expect(heard.changes.map(({ kind }) => kind)).toEqual(['qr', 'connected', 'reconnecting', 'connected']);
    });

    it('keep the content of an audio or picture in memory, and show it as a file', async () => {
      const { calls, world } = start();
      const audio = Buffer.from('OggS and so on').toString('base64');
      await calls.write(shop, { contact: maria, id: 'A1', audio, durationSeconds: 3 });
      await calls.write(shop, {
        contact: maria,
        id: 'A2',
        image: 'data:image/png;base64,iVBORw0=',
        caption: 'Este',
      });
      expect(calls.chat(shop, maria)).toMatchObject({
        ok: true,
        value: [
          { text: null, file: 'audio.ogg' },
          { text: 'Este', file: 'image.png' },
        ],
      });
      expect(world.media(shop, chatWith(byNumber(mariasPhone)), 'A1', false)).toEqual(
        Buffer.from('OggS and so on'),
      );
    });

    it('show a group as a chat of its own', async () => {
      const { calls } = start();
      await calls.write(shop, { contact: maria, text: 'Bom dia', group: 'familia' });
      expect(calls.chats(shop)).toMatchObject({ ok: true, value: [{ contact: 'familia@g.us' }] });
      expect(calls.chat(shop, 'familia@g.us')).toMatchObject({ ok: true, value: [{ text: 'Bom dia' }] });
      expect(calls.chat(shop, maria)).toEqual({ ok: true, value: [] });
    });

    it.each([
      ['contact', { contact: 'ninguém', text: 'Oi' }],
      ['text', { contact: maria }],
      ['text', { contact: maria, text: 'a'.repeat(10_001) }],
      ['caption', { contact: maria, image: 'iVBORw0=', caption: 'a'.repeat(10_001) }],
      ['audio', { contact: maria, audio: 'não é base64' }],
      ['image', { contact: maria, image: 'A'.repeat(22_400_000) }],
      ['image', { contact: maria, audio: 'T2dnUw==', image: 'iVBORw0=' }],
      ['id', { contact: maria, text: 'Oi', id: '' }],
      ['durationSeconds', { contact: maria, audio: 'T2dnUw==', durationSeconds: -1 }],
      ['group', { contact: maria, text: 'Oi', group: 'a b' }],
      ['sentAt', { contact: maria, text: 'Oi', sentAt: new Date(Number.NaN) }],
    ])('refuse a wrong %s', async (field, input) => {
      const { calls } = start();
      expect(await calls.write(shop, input)).toMatchObject({
        ok: false,
        refusal: { kind: 'invalid-field', field },
      });
      expect(calls.phones()).toEqual([]);
    });

    it('refuse a number that is none', async () => {
      const { calls } = start();
      const refusal = { kind: 'invalid-field', field: 'phone', problem: 'invalid' };
      expect(await calls.write('12', { contact: maria, text: 'Oi' })).toEqual({ ok: false, refusal });
      expect(await calls.pair('12')).toEqual({ ok: false, refusal });
      expect(calls.chats('12')).toEqual({ ok: false, refusal });
      expect(calls.chat('12', maria)).toEqual({ ok: false, refusal });
      expect(await calls.setConnection('12', 'down')).toEqual({ ok: false, refusal });
    });
  });

  describe('its phones', () => {
    it("show a sent text before anything is awaited, so that it cannot cross the owner's", async () => {
      const { world, calls, messenger } = await connected();
      world.disturb({ delayMs: 1_000 });
      const sending = messenger.send(session, answer('Sim'));
      const [shown] = world.chats(shop).values();
      expect(shown?.messages.map(({ text }) => text)).toEqual(['Sim']);
      void calls.write(shop, { contact: maria, text: 'Deixa comigo', fromMe: true });
      await time.pass(1_000);
      expect(await sending).toEqual({ kind: 'accepted' });
    });

    it('keep the newest 200 messages of a chat', async () => {
      const { calls } = start();
      for (let i = 0; i < 205; i += 1) await calls.write(shop, { contact: maria, text: `${i}` });
      const chat = calls.chat(shop, maria);
      expect(chat.ok && chat.value.map(({ text }) => text)).toEqual(
        Array.from({ length: 200 }, (_, i) => `${i + 5}`),
      );
    });

    it('keep the 2,000 chats that were used last', async () => {
      const { calls } = start();
      for (let i = 0; i < 2_001; i += 1) await calls.write(shop, { contact: `lid:${i}`, text: 'Oi' });
      const chats = calls.chats(shop);
      expect(chats.ok && chats.value).toHaveLength(2_000);
      expect(chats.ok && chats.value[0]?.contact).toBe('lid:2000');
      expect(calls.chat(shop, 'lid:0')).toEqual({ ok: true, value: [] });
    });

    it('serve two agents of different accounts that are linked to one number', async () => {
      const { calls, messenger, heard } = await connected();
      await messenger.open({ ...session, accountId: 2, agentId: 8 });
      await time.settle();
      await calls.pair(shop);
      await calls.write(shop, { contact: maria, text: 'Oi' });
      expect(heard.kept).toHaveLength(2);
    });

    it('drop a session without a word when another process opens it', async () => {
      const { world, messenger, heard } = await connected();
      const other = simulatedMessenger(world);
      other.listen(recordingListener());
      await other.open(session);
      expect(await messenger.send(session, answer('Oi'))).toEqual({ kind: 'unknown' });
      expect(heard.changes.map(({ kind }) => kind)).toEqual(['qr', 'connected']);
    });

    it('connect a number by itself that is linked from the start', async () => {
      const { world, messenger, heard } = start();
      world.link(shop);
      await messenger.open(session);
      await time.settle();
      expect(heard.changes).toEqual([{ kind: 'connected' }]);
    });

    it('renew a QR after 60 seconds and then every 20', async () => {
      const { world, messenger } = start();
      await messenger.open(session);
      const seen = new Set<string>();
      const ages: number[] = [];
      for (let second = 0; second < 180; second += 1) {
        const qr = world.offersOf(shop)[0]?.qr ?? '';
        if (qr && !seen.has(qr)) ages.push(second);
        seen.add(qr);
        await time.pass(1_000);
      }
      expect(ages).toEqual([0, 60, 80, 100, 120, 140, 160]);
      expect(seen).not.toContain('');
      expect(world.offersOf(shop)).toEqual([]);
    });

    it('take only the newest QR', async () => {
      const { world, messenger } = start();
      await messenger.open(session);
      const old = world.offersOf(shop)[0]?.qr ?? '';
      await time.pass(60_000);
      expect(world.scan(old, shop)).toBeNull();
      expect(world.scan(world.offersOf(shop)[0]?.qr ?? '', shop)).not.toBeNull();
    });
  });

  describe('its faults', () => {
    it('hand messages over twice at the given rate', async () => {
      const { world, calls, heard } = await connected();
      world.disturb({ duplicateRate: 1 });
      await calls.write(shop, { contact: maria, id: 'A1', text: 'Oi' });
      expect(heard.kept.map(({ providerId }) => providerId)).toEqual(['A1', 'A1']);
      expect(calls.chat(shop, maria)).toMatchObject({ ok: true, value: [{ id: 'A1' }] });
    });

    it('lose sends before they arrive', async () => {
      const { world, calls, messenger } = await connected();
      world.disturb({ lostSendRate: 1 });
      expect(await messenger.send(session, answer('Oi'))).toEqual({ kind: 'unknown' });
      expect(calls.chats(shop)).toEqual({ ok: true, value: [] });
    });

    it('name the same customer in every way there is', async () => {
      const { world, calls, heard } = await connected();
      world.disturb({ flipIdentities: true });
      for (let i = 0; i < 60; i += 1) await calls.write(shop, { contact: maria, text: 'Oi' });
      const ways = new Set(heard.kept.map(({ identities }) => identities.map(({ kind }) => kind).join('+')));
      expect(ways).toEqual(new Set(['phone', 'lid', 'phone+lid']));
      const spellings = heard.kept.flatMap(({ identities }) =>
        identities.flatMap((identity) => (identity.kind === 'phone' ? [identity.phone] : [])),
      );
      expect(new Set(spellings)).toEqual(new Set([mariasPhone, '552198887766']));
      const chats = calls.chats(shop);
      expect(chats.ok && chats.value).toHaveLength(1);
    });

    it('delay what is handed over', async () => {
      const { world, calls, heard } = await connected();
      world.disturb({ delayMs: 3_000 });
      const writing = calls.write(shop, { contact: maria, text: 'Oi' });
      await time.pass(2_999);
      expect(heard.handed).toEqual([]);
      await time.pass(1);
      await writing;
      expect(heard.kept).toMatchObject([{ text: 'Oi', late: false }]);
    });
  });

  describe('its journal', () => {
    it('brings back chats, links and lines that are down', async () => {
      const { calls, messenger, world } = await connected({ journalPath: journal() });
      await calls.write(shop, { contact: maria, text: 'Oi' });
      await messenger.send(session, answer('Olá'));
      await calls.setConnection(shop, 'down');
      const before = [calls.chat(shop, maria), calls.chats(shop), calls.phones()];
      world.close();
      const { calls: after } = start({ journalPath: journal() });
      expect([after.chat(shop, maria), after.chats(shop), after.phones()]).toEqual(before);
    });

    it('keeps no audio and no picture, only their size and type', async () => {
      const { calls, world } = start({ journalPath: journal() });
      const audio = Buffer.from('OggS this is a voice').toString('base64');
      await calls.write(shop, { contact: maria, audio, durationSeconds: 3 });
      world.close();
      expect(readFileSync(journal(), 'utf8')).not.toContain(audio);
      expect(readFileSync(journal(), 'utf8')).toContain('{"type":"audio/ogg","bytes":20}');
    });

    it('is shortened at the start to what it adds up to', async () => {
      const { calls, world, messenger } = await connected({ journalPath: journal() });
      for (let i = 0; i < 300; i += 1) {
        await calls.write(shop, { contact: maria, text: 'Oi' });
        await messenger.send(session, answer(`${i}`));
      }
      world.close();
      const lines = () => readFileSync(journal(), 'utf8').split('\n').length - 1;
      expect(lines()).toBeGreaterThan(900);
      start({ journalPath: journal() });
      expect(lines()).toBe(202);
    });

    it('keeps what waits although the chat has moved on', async () => {
      const { calls, messenger, world } = await connected({ journalPath: journal() });
      await messenger.close(session);
      for (let i = 0; i < 250; i += 1) await calls.write(shop, { contact: maria, text: `${i}` });
      world.close();
      const again = start({ journalPath: journal() });
      again.world.close();
      const third = start({ journalPath: journal() });
      await third.messenger.open(session);
      await time.pass(1_000);
      expect(third.heard.kept.map(({ text }) => text)).toEqual(Array.from({ length: 250 }, (_, i) => `${i}`));
    });

    it('is only one file when it is open', () => {
      start({ journalPath: journal() });
      expect(existsSync(`${journal()}.new`)).toBe(false);
    });

    it('names the line that cannot be read', () => {
      writeFileSync(journal(), '{"did":"line","phone":"5511987654321","down":true}\nnonsense\n');
      expect(() => start({ journalPath: journal() })).toThrow(/line 2/);
    });

    it('tells a prefix of what happened, wherever the last write was cut off', async () => {
      const { calls, world } = start({ journalPath: journal() });
      for (let i = 0; i < 20; i += 1) await calls.write(shop, { contact: maria, text: `ação ${i}` });
      world.close();
      const whole = readFileSync(journal());
      fc.assert(
        fc.property(fc.nat(whole.length), (cut) => {
          writeFileSync(journal(), whole.subarray(0, cut));
          const { calls: after, world: reopened } = start({ journalPath: journal() });
          const chat = after.chat(shop, maria);
          reopened.close();
          const texts = chat.ok ? chat.value.map(({ text }) => text) : [];
          const complete = whole.subarray(0, cut).filter((byte) => byte === 10).length;
          expect(texts).toEqual(Array.from({ length: complete }, (_, i) => `ação ${i}`));
        }),
      );
    });

    it('goes on after a torn last line', async () => {
      const { calls, world } = start({ journalPath: journal() });
      await calls.write(shop, { contact: maria, text: 'um' });
      world.close();
      appendFileSync(journal(), '{"did":"write","pho');
      const second = start({ journalPath: journal() });
      await second.calls.write(shop, { contact: maria, text: 'dois' });
      second.world.close();
      const third = start({ journalPath: journal() });
      expect(third.calls.chat(shop, maria)).toMatchObject({
        ok: true,
        value: [{ text: 'um' }, { text: 'dois' }],
      });
    });

    it('takes in nothing that it could not write down', async () => {
      const { calls, world } = start({ journalPath: journal() });
      world.close();
      await expect(calls.write(shop, { contact: maria, text: 'Oi' })).rejects.toThrow();
      expect(calls.chats(shop)).toEqual({ ok: true, value: [] });
      expect(statSync(journal()).size).toBe(0);
    });
  });

  it('hands every message over until it is kept, in order, and shows each once, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const story = await tellStory(steps);
        for (const [chat, written] of story.written) {
          expect(unique(story.kept.get(chat) ?? [])).toEqual(written);
          expect(story.shownIn(chat)).toEqual(story.shown.get(chat));
        }
        expect(story.mostAtOnceInAChat).toBeLessThanOrEqual(1);
      }),
      { numRuns: 150 },
    );
  });

  it('is plugged in as the messenger and as the source of its files', () => {
    const container = new TypedContainer<Ports>();
    const { world } = start();
    container.load(simulator(world));
    expect(container.get('messenger')).toHaveProperty('send');
    expect(container.get('mediaSource')).toHaveProperty('fetch');
  });

  // Helpers

  const journal = () => join(folder, 'journal.jsonl');

  const start = (options: Partial<WorldOptions> = {}) => {
    const { timers } = time.process();
    const world = openWorld({ clock: time.clock, random: Math.random, timers, ...options });
    const messenger = simulatedMessenger(world);
    const heard = recordingListener();
    messenger.listen(heard);
    return { world, messenger, heard, calls: simulatorCalls(world) };
  };

  const connected = async (options: Partial<WorldOptions> = {}) => {
    const started = start(options);
    await started.messenger.open(session);
    await started.calls.pair(shop);
    return started;
  };

  const answer = (text: string, chat: string | null = null): OutgoingMessage => ({
    providerId: `3EB0${text}`,
    chat,
    phone: mariasPhone,
    text,
    attachment: null,
  });

  /** Plays the steps, then lets everything come right, and answers what there was to see. */
  const tellStory = async (steps: readonly Step[]) => {
    const time = manualTime();
    const journalPath = join(mkdtempSync(join(folder, 'story-')), 'journal.jsonl');
    const written = new Map<number, string[]>();
    const shown = new Map<number, string[]>();
    const kept = new Map<number, string[]>();
    let refusals = 0;
    let held = false;
    let waiting: (() => void)[] = [];
    let count = 0;
    let lastSent = '';
    let mostAtOnceInAChat = 0;

    const begin = () => {
      const process = time.process();
      const world = openWorld({
        clock: time.clock,
        random: Math.random,
        timers: process.timers,
        journalPath,
      });
      world.disturb({ duplicateRate: 0.2, lostAckRate: 0.2, flipIdentities: true });
      const messenger = simulatedMessenger(world);
      const underWay = new Map<number, number>();
      let alive = true;
      messenger.listen({
        arriving() {},
        async connection() {},
        async received(_, message) {
          const chat = Number(/^m(\d)/.exec(message.providerId)?.[1]);
          const now = (underWay.get(chat) ?? 0) + 1;
          underWay.set(chat, now);
          mostAtOnceInAChat = Math.max(mostAtOnceInAChat, now);
          if (held) await new Promise<void>((go) => waiting.push(go));
          else await pause(process.timers, 50);
          underWay.set(chat, now - 1);
          if (!alive) return new Promise<void>(() => {});
          refusals -= 1;
          if (refusals >= 0) throw new Error('The database is away.');
          kept.set(chat, [...(kept.get(chat) ?? []), message.providerId]);
        },
      });
      const die = () => {
        alive = false;
        process.kill();
        world.close();
      };
      return { world, messenger, die };
    };
    const release = () => {
      held = false;
      for (const go of waiting) go();
      waiting = [];
    };

    let living = begin();
    living.world.link(shop);
    await living.messenger.open(session);
    await time.settle();

    const customer = (chat: number) => byNumber(`552199888776${chat}` as Phone);
    const write = (chat: number, fromMe: boolean, id: string) =>
      living.world.write(shop, { customer: customer(chat), id, kind: 'text', text: id, fromMe });
    const play: { [K in Step['do']]: (at: Step & { do: K }) => unknown } = {
      write({ chat, fromMe }) {
        count += 1;
        const id = `m${chat}-${count}`;
        write(chat, fromMe, id);
        written.set(chat, [...(written.get(chat) ?? []), id]);
        shown.set(chat, [...(shown.get(chat) ?? []), id]);
      },
      again({ chat }) {
        const id = written.get(chat)?.at(-1);
        const [message] = [
          ...(living.world.chats(shop).get(chatWith(customer(chat)))?.messages ?? []),
        ].filter((message) => message.id === id);
        if (id && message) write(chat, message.author === 'owner', id);
      },
      async send({ chat, same }) {
        count += 1;
        const providerId = same && lastSent.startsWith(`s${chat}`) ? lastSent : `s${chat}-${count}`;
        lastSent = providerId;
        const result = await living.messenger.send(session, {
          providerId,
          chat: null,
          phone: customer(chat).phone,
          text: providerId,
          attachment: null,
        });
        const stands = living.world
          .chats(shop)
          .get(chatWith(customer(chat)))
          ?.messages.some(({ id }) => id === providerId);
        if (result.kind === 'accepted') expect(stands).toBe(true);
        const before = shown.get(chat) ?? [];
        if (stands && !before.includes(providerId)) shown.set(chat, [...before, providerId]);
      },
      down: () => living.world.setDown(shop, true),
      up: () => living.world.setDown(shop, false),
      refuse({ times }) {
        refusals = times;
      },
      hold() {
        held = true;
      },
      release,
      close: () => living.messenger.close(session),
      open: () => living.messenger.open(session),
      async restart({ opens }) {
        living.die();
        living = begin();
        if (opens) await living.messenger.open(session);
      },
      pass: ({ ms }) => time.pass(ms),
    };

    for (const at of steps) {
      await (play[at.do] as (at: Step) => unknown)(at);
      await time.settle();
    }
    refusals = 0;
    release();
    await living.world.setDown(shop, false);
    await living.messenger.open(session);
    await time.pass(600_000);
    living.die();
    const { world, die } = begin();
    die();
    return {
      written,
      shown,
      kept,
      mostAtOnceInAChat,
      shownIn: (chat: number) =>
        world
          .chats(shop)
          .get(chatWith(customer(chat)))
          ?.messages.map(({ id }) => id),
    };
  };
});

type Step =
  | { readonly do: 'write'; readonly chat: number; readonly fromMe: boolean }
  | { readonly do: 'again'; readonly chat: number }
  | { readonly do: 'send'; readonly chat: number; readonly same: boolean }
  | { readonly do: 'refuse'; readonly times: number }
  | { readonly do: 'restart'; readonly opens: boolean }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'down' | 'up' | 'hold' | 'release' | 'close' | 'open' };

const chat = fc.nat({ max: 2 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), chat, fromMe: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), chat }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), chat, same: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), times: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), opens: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat({ max: 2_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'down' as const,
        'up' as const,
        'hold' as const,
        'release' as const,
        'close' as const,
        'open' as const,
      ),
    }),
  },
);

const unique = (ids: readonly string[]) => [...new Set(ids)];
