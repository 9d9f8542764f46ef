import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identitiesOf } from '#adapters/whatsapp-baileys/address.ts';
import { envelopeBounds, envelopeOf } from '#adapters/whatsapp-baileys/envelope.ts';
import { anyText, digits } from '../../support/arbitraries.ts';

const me = { pn: '5511987654321:7@s.whatsapp.net', lid: '100000000000001:7@lid' };
const now = new Date('2026-11-20T12:00:00Z');
const sentAt = new Date('2026-11-20T11:59:30Z').getTime();
const t = String(sentAt / 1_000);

const maria = { pn: '5521998887766@s.whatsapp.net', lid: '200000000000002@lid' };
const fromMaria = { id: 'A1', t, notify: 'Maria', from: '200000000000002:3@lid', sender_pn: maria.pn };
const fromOwner = { id: 'B1', t, from: '100000000000001@lid', recipient: maria.lid };

const read = (attrs: Record<string, string>) => envelopeOf(attrs, me, now);

describe('what is known of a message without its content', () => {
  it('names the chat as the network did, less the device, and the customer by both names', () => {
    expect(read(fromMaria)).toEqual({
      chat: maria.lid,
      author: 'customer',
      providerId: 'A1',
      phone: '5521998887766',
      lid: '200000000000002',
      customerName: 'Maria',
      sentAt,
      offline: false,
      peer: false,
    });
    expect(
      read({ id: 'A1', t, from: '5521998887766:3@s.whatsapp.net', sender_lid: maria.lid }),
    ).toMatchObject({
      chat: maria.pn,
      phone: '5521998887766',
      lid: '200000000000002',
      customerName: null,
    });
  });

  it.each([
    ['recipient_pn', maria.lid, maria.pn],
    ['peer_recipient_pn', maria.lid, maria.pn],
    ['recipient_lid', maria.pn, maria.lid],
    ['peer_recipient_lid', maria.pn, maria.lid],
  ])("names the customer of the owner's message by %s too", (name, recipient, other) => {
    expect(read({ ...fromOwner, notify: 'Loja', recipient, [name]: other })).toMatchObject({
      author: 'owner',
      chat: recipient,
      phone: '5521998887766',
      lid: '200000000000002',
      customerName: null,
    });
  });

  it("never takes the agent's own number for one of the customer's names", () => {
    const names = { recipient_pn: me.pn, peer_recipient_pn: '5511987654321@s.whatsapp.net' };
    expect(read({ ...fromOwner, ...names })).toMatchObject({ phone: null, lid: '200000000000002' });
    expect(read({ ...fromMaria, sender_pn: me.pn })).toMatchObject({ phone: null, lid: '200000000000002' });
  });

  it('takes the owner for the owner by phone and by LID', () => {
    expect(read({ ...fromOwner, from: '5511987654321@s.whatsapp.net' })?.author).toBe('owner');
    expect(envelopeOf(fromOwner, { ...me, lid: null }, now)).toBeNull();
  });

  it('knows what waited at the network, and what the own phone says to this device alone', () => {
    expect(read({ ...fromMaria, offline: '0' })?.offline).toBe(true);
    expect(read({ id: 'P1', t, from: '5511987654321@s.whatsapp.net', category: 'peer' })).toMatchObject({
      peer: true,
      author: 'owner',
      phone: null,
      lid: null,
    });
    expect(read({ id: 'P1', t, from: '100000000000001@lid' })?.peer).toBe(true);
    expect(read({ ...fromMaria, category: 'peer' })?.peer).toBe(false);
  });

  it('answers a device in a cloud at the person it belongs to', () => {
    expect(read({ id: 'A1', t, from: '5521998887766:99@hosted' })?.chat).toBe(maria.pn);
    expect(read({ id: 'A1', t, from: '200000000000002:99@hosted.lid' })?.chat).toBe(maria.lid);
    expect(read({ id: 'A1', t, from: '5521998887766@c.us' })?.chat).toBe(maria.pn);
  });

  it.each([
    ['a group', { ...fromMaria, from: '120363000000000000@g.us', participant: maria.pn }],
    ['a status', { ...fromMaria, from: 'status@broadcast', participant: maria.pn }],
    ['a broadcast list', { ...fromMaria, from: '5511999999999-1600000000@broadcast', participant: maria.pn }],
    ['a channel', { ...fromMaria, from: '120363000000000000@newsletter' }],
    ['Meta AI', { ...fromMaria, from: '13135550002@s.whatsapp.net' }],
    ['a bot', { ...fromMaria, from: '867051314767696@bot' }],
    ['WhatsApp itself', { ...fromMaria, from: '0@s.whatsapp.net' }],
    ['the server', { ...fromMaria, from: 's.whatsapp.net' }],
    ['what the owner wrote to a group', { ...fromOwner, recipient: '120363000000000000@g.us' }],
    ['what the owner wrote to a bot', { ...fromOwner, recipient: '867051314767696@bot' }],
    ['what the owner noted for themselves', { ...fromOwner, recipient: '5511987654321@s.whatsapp.net' }],
    ['a stranger who claims to write for us', { ...fromMaria, recipient: '5531977776666@s.whatsapp.net' }],
    ['something without an id', { ...fromMaria, id: '' }],
    ['something without a sender', { id: 'A1', t }],
  ])('leaves out %s', (_what, attrs) => {
    expect(read(attrs)).toBeNull();
  });

  it.each([
    ['nothing', undefined],
    ['not a number', 'ontem'],
    ['negative', '-5'],
    ['before WhatsApp', '1000'],
    ['milliseconds', String(sentAt)],
    ['the future', String(now.getTime() / 1_000 + 60)],
  ])('takes the time of arrival where the time says %s', (_what, said) => {
    const { t: _, ...rest } = fromMaria;
    expect(read(said === undefined ? rest : { ...rest, t: said })?.sentAt).toBe(now.getTime());
  });

  it('gives one customer for what they write and for what the owner writes to them', () => {
    const person = fc.record({
      pn: digits(8).map((rest) => `55219${rest}`),
      lid: digits(14).map((rest) => `2${rest}`),
    });
    const device = fc.constantFrom('', ':0', ':7', ':99');
    fc.assert(
      fc.property(person, device, fc.boolean(), fc.boolean(), ({ pn, lid }, on, byLid, ownByLid) => {
        const [phone, hidden] = [`${pn}@s.whatsapp.net`, `${lid}@lid`];
        const theirs = read({
          id: 'A1',
          t,
          from: byLid ? `${lid}${on}@lid` : `${pn}${on}@s.whatsapp.net`,
          ...(byLid ? { sender_pn: phone } : { sender_lid: hidden }),
        });
        const owners = read({
          id: 'B1',
          t,
          from: byLid ? `${me.lid}` : me.pn,
          recipient: ownByLid ? hidden : phone,
          ...(ownByLid ? { peer_recipient_pn: phone } : { recipient_lid: hidden }),
        });
        expect(theirs && owners).not.toBeNull();
        if (theirs && owners) expect(identitiesOf(owners)).toEqual(identitiesOf(theirs));
        expect(theirs?.author).toBe('customer');
        expect(owners?.author).toBe('owner');
      }),
    );
  });

  it('knows a customer whose number is in no numbering plan', () => {
    const envelope = read({ id: 'A1', t, from: '558001234567@s.whatsapp.net' });
    expect(envelope && identitiesOf(envelope)).toEqual([
      { kind: 'lid', value: '558001234567@s.whatsapp.net' },
    ]);
  });

  it('never throws, and stays within its bounds, whatever the attributes are', () => {
    const names = [
      'id',
      't',
      'from',
      'recipient',
      'participant',
      'notify',
      'offline',
      'category',
      'type',
      'sender_pn',
      'sender_lid',
      'recipient_pn',
      'recipient_lid',
      'peer_recipient_pn',
      'peer_recipient_lid',
      'participant_pn',
      'addressing_mode',
    ];
    const address = fc
      .tuple(
        digits(13),
        fc.constantFrom('@lid', '@s.whatsapp.net', ':1@lid', '_1:2@s.whatsapp.net', '@g.us', '@hosted'),
      )
      .map((parts) => parts.join(''));
    const value = fc.oneof(
      anyText,
      address,
      fc.constantFrom(maria.pn, maria.lid, me.pn, me.lid),
      digits(10),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (attrs) => {
        const envelope = envelopeOf(attrs as Record<string, string>, me, now);
        if (!envelope) return;
        expect(envelope.chat).toMatch(/^\d{5,20}@(lid|s\.whatsapp\.net)$/);
        expect(envelope.providerId.length).toBeLessThanOrEqual(envelopeBounds.providerId);
        expect(envelope.customerName?.length ?? 1).toBeLessThanOrEqual(envelopeBounds.name);
        expect(envelope.customerName ?? 'x').toBe((envelope.customerName ?? 'x').trim());
        expect(envelope.sentAt).toBeLessThanOrEqual(now.getTime());
        if (!envelope.peer) expect(identitiesOf(envelope).length).toBeGreaterThan(0);
        expect(JSON.parse(JSON.stringify(envelope))).toEqual(envelope);
      }),
      { numRuns: 1_000 },
    );
  });
});
