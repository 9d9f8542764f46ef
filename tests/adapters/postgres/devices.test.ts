import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { deviceTables, postgresDevices, refuseForeignDevices } from '#adapters/postgres/devices.ts';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { type Device, type DeviceStore, type ReceivedContent, Superseded } from '#core/ports/device-store.ts';
import type { LeasedSession } from '#core/ports/messenger.ts';
import { openAgent, openShop, phone, type Shop } from '#tests/support/shop.ts';

const vault = vaultFor('a key of these tests, long enough to be one', 'devices');

let shop: Shop;
/** A second process on the same database. */
let elsewhere: Database;
let devices: DeviceStore;
let session: LeasedSession;
let device: Device;
beforeAll(async () => {
  shop = await openShop();
  elsewhere = await openDatabase(shop.url);
  devices = postgresDevices(shop.pool, vault);
});
afterAll(async () => {
  await elsewhere.close();
  await shop.close();
});
beforeEach(async () => {
  session = { ...(await openAgent(shop.pool, phone('11987651111'))), epoch: 5 };
  device = await opened();
});

describe('DeviceStore.open', () => {
  it('takes the device over for a newer lease', async () => {
    await device.saveCredentials('those of the phone');
    await keep('session', '5511', 'ratchet');
    const heir = await opened(6);
    expect(heir.credentials).toBe('those of the phone');
    expect(await heir.keys('session', ['5511'])).toEqual(new Map([['5511', 'ratchet']]));
  });

  it('opens it again for the same lease', async () => {
    expect(await devices.open(session)).not.toBeNull();
    await expect(device.saveCredentials('still mine')).resolves.toBeUndefined();
  });

  it('answers null when a newer lease has it, and takes nothing from that one', async () => {
    const heir = await opened(6);
    expect(await devices.open(session)).toBeNull();
    await expect(heir.saveCredentials('the heir’s')).resolves.toBeUndefined();
  });

  it('forgets deleted keys for good, and keys that no credentials belong to', async () => {
    await keep('pre-key', '1', 'left over');
    expect(await (await opened()).keys('pre-key', ['1'])).toEqual(new Map());
    await device.saveCredentials('paired');
    await keep('pre-key', '1', 'used up');
    await keep('pre-key', '2', 'kept');
    await device.commit({ keys: [{ type: 'pre-key', id: '1', value: null }], received: [] });
    await opened();
    expect(await rowsOf('device_keys')).toMatchObject([{ id: '2' }]);
  });
});

describe('Device.credentials', () => {
  it('are null when it was never paired', () => expect(device.credentials).toBeNull());

  it('are as they were when the device was opened', async () => {
    await device.saveCredentials('first');
    const later = await opened();
    await later.saveCredentials('second');
    expect([device.credentials, later.credentials, (await opened()).credentials]).toEqual([
      null,
      'first',
      'second',
    ]);
  });
});

describe('every write', () => {
  const writes: [string, (of: Device) => Promise<unknown>][] = [
    ['saveCredentials', (of) => of.saveCredentials('late')],
    ['commit', (of) => of.commit({ keys: [{ type: 'session', id: '1', value: 'late' }], received: [] })],
    ['commit of a message', (of) => of.commit({ keys: [], received: [message('late')] })],
    ['commit of nothing', (of) => of.commit({ keys: [], received: [] })],
    ['inbox.reported', (of) => of.inbox.reported([1])],
    ['inbox.awaits', (of) => of.inbox.awaits({ ...message('late'), envelope: 'late' })],
    ['sent.remember', (of) => of.sent.remember('late', 'late')],
  ];

  it.each(writes)('rejects with Superseded once a newer lease has the device: %s', async (_, write) => {
    await opened(6);
    const before = await everything();
    await expect(write(device)).rejects.toBeInstanceOf(Superseded);
    expect(await everything()).toEqual(before);
  });

  it.each(writes)('is refused when it waits for a newer lease that is being taken: %s', async (_, write) => {
    const { heir, late } = await whileDeviceIsLocked(async () => {
      const opening = postgresDevices(elsewhere.pool, vault).open({ ...session, epoch: 6 });
      await waitingForLock(1);
      const writing = write(device).then(
        () => 'written',
        (error: unknown) => error,
      );
      await waitingForLock(2);
      return { heir: opening, late: writing };
    });
    expect(await heir).not.toBeNull();
    expect(await late).toBeInstanceOf(Superseded);
    expect(await rowsOf('device_keys', 'device_inbox', 'device_decrypted', 'device_sent')).toEqual([]);
  });

  it('that is under way is finished before a newer lease has the device', async () => {
    await device.saveCredentials('paired');
    await keep('session', '1', 'before');
    const holder = await elsewhere.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from device_keys where account_id = $1 for update', [session.accountId]);
    const writing = keep('session', '1', 'under way');
    await waitingForLock(1);
    let taken = false;
    const opening = postgresDevices(elsewhere.pool, vault)
      .open({ ...session, epoch: 6 })
      .then((heir) => {
        taken = true;
        return heir;
      });
    await waitingForLock(2);
    expect(taken).toBe(false);
    await holder.query('commit');
    holder.release();
    await writing;
    expect(await (await opening)?.keys('session', ['1'])).toEqual(new Map([['1', 'under way']]));
  });

  it('never lands after a newer lease was taken, however the two meet', async () => {
    await device.saveCredentials('paired');
    const other = postgresDevices(elsewhere.pool, vault);
    let owner = device;
    for (let epoch = 6; epoch < 26; epoch++) {
      const former = owner;
      const late = Promise.allSettled(
        Array.from({ length: 5 }, (_, n) =>
          former.commit({ keys: [{ type: 'session', id: `${n}`, value: `of ${epoch - 1}` }], received: [] }),
        ),
      );
      const heir = await other.open({ ...session, epoch });
      if (!heir) throw new Error('A newer lease was refused.');
      const ids = ['0', '1', '2', '3', '4'];
      const atTakeover = await heir.keys('session', ids);
      for (const result of await late)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Superseded);
      expect(await heir.keys('session', ids)).toEqual(atTakeover);
      owner = heir;
    }
  });
});

describe('Device.keys', () => {
  it('answers the values that exist, by id', async () => {
    await keep('session', 'a', '1');
    await keep('session', 'b', '2');
    await keep('sender-key', 'c', '3');
    expect(await device.keys('session', ['b', 'a', 'c', 'd'])).toEqual(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    );
    expect(await device.keys('session', [])).toEqual(new Map());
  });

  it('knows nothing of another agent’s device', async () => {
    await keep('session', 'a', '1');
    const stranger = await devices.open({ ...(await openAgent(shop.pool, phone('11987652222'))), epoch: 5 });
    expect(await stranger?.keys('session', ['a'])).toEqual(new Map());
  });

  it('gives back what was set and not deleted, after any sequence of commits', async () => {
    const unit = fc.oneof(
      fc.constantFrom('\0', '😀', '"', '\\'),
      fc.integer({ min: 0, max: 0xd7ff }).map((point) => String.fromCodePoint(point)),
    );
    const value = fc.option(fc.string({ unit, maxLength: 40 }), { nil: null });
    const change = fc.record({
      type: fc.constantFrom('session', 'pre-key', 'lid-mapping'),
      id: fc.constantFrom('1', '2', 'a:0', 'ç|😀'),
      value,
    });
    await device.saveCredentials('paired');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 4 }),
        fc.boolean(),
        async (commits, reopened) => {
          await shop.pool.query('delete from device_keys where account_id = $1', [session.accountId]);
          const model = new Map<string, Map<string, string>>();
          for (const keys of commits) {
            await device.commit({ keys, received: [] });
            for (const { type, id, value: set } of keys) {
              const ofType = model.get(type) ?? new Map<string, string>();
              model.set(type, ofType);
              if (set === null) ofType.delete(id);
              else ofType.set(id, set);
            }
          }
          const read = reopened ? await opened() : device;
          for (const type of ['session', 'pre-key', 'lid-mapping'])
            expect(await read.keys(type, ['1', '2', 'a:0', 'ç|😀'])).toEqual(model.get(type) ?? new Map());
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a NUL', 'before\0after'],
    ['emoji', '👩🏽‍🔧 ção'],
    ['nothing', ''],
    ['200 KB', 'çé😀a'.repeat(20_000)],
  ])('gives back a value with %s', async (_, value) => {
    await keep('session', '1', value);
    expect((await device.keys('session', ['1'])).get('1')).toBe(value);
  });
});

describe('Device.commit', () => {
  it('is all of it or nothing', async () => {
    const refused = device.commit({
      keys: [{ type: 'session', id: '1', value: 'written' }],
      received: [message('fine'), { ...message('not'), providerId: 'no\0text' }],
    });
    await expect(refused).rejects.toThrow();
    expect(await rowsOf('device_keys', 'device_inbox', 'device_decrypted')).toEqual([]);
  });

  it('is on disk when it resolves', async () => {
    const setting = await shop.pool.query('show synchronous_commit');
    expect(setting.rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('answers the id under which each message waits to be reported', async () => {
    const ids = await device.commit({ keys: [], received: [message('first'), message('second')] });
    expect(await device.inbox.unreported(0, 10)).toEqual([
      { id: ids[0], content: 'content of first' },
      { id: ids[1], content: 'content of second' },
    ]);
  });

  it('answers the same again for what waits, null for what was reported or is twice in one commit, and keeps what came first', async () => {
    const again = { ...message('first'), digest: 'of another encryption', content: 'another' };
    const [id] = await device.commit({ keys: [], received: [message('first')] });
    expect(await device.commit({ keys: [], received: [again] })).toEqual([id]);
    expect(await device.commit({ keys: [], received: [silent('first')] })).toEqual([null]);
    expect(
      await device.commit({ keys: [], received: [message('twice'), { ...message('twice'), digest: 'd' }] }),
    ).toEqual([expect.any(Number), null]);
    expect((await device.inbox.unreported(0, 1))[0]).toEqual({ id, content: 'content of first' });
    await device.inbox.reported([id ?? 0]);
    expect(await device.commit({ keys: [], received: [again] })).toEqual([null]);
  });

  it('answers null for what is not reportable, which nobody ever reports', async () => {
    expect(await device.commit({ keys: [], received: [silent('typing')] })).toEqual([null]);
    expect(await device.inbox.unreported(0, 10)).toEqual([]);
  });

  it('lets a silent part of a message not hide the message', async () => {
    await device.commit({ keys: [], received: [silent('in parts')] });
    const whole = { ...message('in parts'), digest: 'of the second part' };
    expect(await device.commit({ keys: [], received: [whole] })).toEqual([expect.any(Number)]);
    const both = [silent('at once'), { ...message('at once'), digest: 'other' }];
    expect(await device.commit({ keys: [], received: both })).toEqual([null, expect.any(Number)]);
  });

  it('tells messages apart by chat and author, since ids alone are not unique', async () => {
    const received = [
      message('same'),
      { ...message('same'), chat: 'other', digest: '2' },
      { ...message('same'), author: 'other', digest: '3' },
    ];
    const ids = await device.commit({ keys: [], received });
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(null);
  });

  it('takes what was only awaited as not received yet', async () => {
    const [before] = await device.commit({ keys: [], received: [message('before')] });
    await device.inbox.awaits({ ...message('late'), envelope: 'unreadable' });
    const [between] = await device.commit({ keys: [], received: [message('between')] });
    const [late] = await device.commit({ keys: [], received: [message('late')] });
    expect(late).toBeGreaterThan(between ?? 0);
    expect((await device.inbox.unreported(0, 10)).map(({ id }) => id)).toEqual([before, between, late]);
    expect(await device.inbox.awaited('late')).toBeNull();
  });

  it('takes the last of several changes of one key', async () => {
    const key = { type: 'session', id: '1' };
    await device.commit({
      keys: [
        { ...key, value: 'a' },
        { ...key, value: null },
        { ...key, value: 'c' },
      ],
      received: [],
    });
    expect(await device.keys('session', ['1'])).toEqual(new Map([['1', 'c']]));
  });

  it('takes the 812 keys of a first login at once', async () => {
    const keys = Array.from({ length: 812 }, (_, n) => ({ type: 'pre-key', id: `${n}`, value: `key ${n}` }));
    await device.commit({ keys, received: [] });
    expect(
      (
        await device.keys(
          'pre-key',
          keys.map(({ id }) => id),
        )
      ).size,
    ).toBe(812);
  });

  it('keeps all of twenty that come at once, with ids that grow as they become visible', async () => {
    let working = true;
    const seen: number[] = [];
    const reader = (async () => {
      while (working)
        for (const { id } of await device.inbox.unreported(seen.at(-1) ?? 0, 100)) seen.push(id);
    })();
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        device.commit({
          keys: [
            { type: 'session', id: `${n}`, value: `${n}` },
            { type: 'session', id: `${n + 1}`, value: n % 2 === 0 ? null : 'shared' },
            { type: 'pre-key', id: 'used', value: n % 3 === 0 ? null : `${n}` },
          ],
          received: [message(`a${n}`), message(`b${n}`)],
        }),
      ),
    );
    working = false;
    await reader;
    for (const { id } of await device.inbox.unreported(seen.at(-1) ?? 0, 100)) seen.push(id);
    expect(seen).toEqual(
      ids
        .flat()
        .map(Number)
        .sort((a, b) => a - b),
    );
    expect(new Set(seen).size).toBe(40);
  });
});

describe('DeviceInbox', () => {
  it('finds what was decrypted from this very ciphertext before, or null', async () => {
    const again = { ...message('first'), digest: 'another encryption of it', content: 'content again' };
    await device.commit({ keys: [], received: [message('first'), again, silent('typing')] });
    expect(await device.inbox.contentOf('digest of first')).toBe('content of first');
    expect(await device.inbox.contentOf('another encryption of it')).toBe('content again');
    expect(await device.inbox.contentOf('digest of typing')).toBe('content of typing');
    expect(await device.inbox.contentOf('never seen')).toBeNull();
  });

  it('finds it still once it was reported', async () => {
    const [id] = await device.commit({ keys: [], received: [message('first')] });
    await device.inbox.reported([id ?? 0]);
    expect(await device.inbox.contentOf('digest of first')).toBe('content of first');
  });

  it('lists what is not reported yet and newer than an id, oldest first', async () => {
    const received = ['a', 'b', 'c', 'd'].map((name) => message(name));
    const ids = (await device.commit({ keys: [], received })).map(Number);
    await device.inbox.reported([ids[1] ?? 0]);
    const listed = async (afterId: number, limit: number) =>
      (await device.inbox.unreported(afterId, limit)).map(({ content }) => content.at(-1)).join('');
    expect(await listed(0, 10)).toBe('acd');
    expect(await listed(0, 2)).toBe('ac');
    expect(await listed(ids[0] ?? 0, 10)).toBe('cd');
    await device.inbox.reported(ids);
    expect(await listed(0, 10)).toBe('');
  });

  it('lists it after a restart and under the next lease', async () => {
    const [id] = await device.commit({ keys: [], received: [message('first')] });
    expect(await (await opened(6)).inbox.unreported(0, 10)).toEqual([{ id, content: 'content of first' }]);
  });

  it('reports nothing of another device', async () => {
    const [id] = await device.commit({ keys: [], received: [message('first')] });
    const stranger = await devices.open({ ...(await openAgent(shop.pool, phone('11987653333'))), epoch: 5 });
    await stranger?.inbox.reported([id ?? 0]);
    expect(await stranger?.inbox.unreported(0, 10)).toEqual([]);
    expect(await device.inbox.unreported(0, 10)).toHaveLength(1);
  });

  it('remembers a message that is not readable yet, and finds it by its id in whichever chat', async () => {
    const awaited = { chat: 'c', author: 'a', providerId: 'AD1', envelope: 'from an advertisement' };
    await device.inbox.awaits(awaited);
    await device.inbox.awaits({ ...awaited, envelope: 'said again' });
    expect(await device.inbox.awaited('AD1')).toEqual(awaited);
    expect(await device.inbox.awaited('AD2')).toBeNull();
    expect(await device.inbox.unreported(0, 10)).toEqual([]);
  });

  it.each([
    ['reportable', () => message('late')],
    ['silent', () => silent('late')],
  ])('awaits nothing that was received meanwhile: %s', async (_, received) => {
    await device.inbox.awaits({ ...message('late'), envelope: 'unreadable' });
    await device.commit({ keys: [], received: [received()] });
    await device.inbox.awaits({ ...message('late'), envelope: 'unreadable' });
    expect(await device.inbox.awaited('late')).toBeNull();
    expect(await device.inbox.awaitedSince(new Date(Date.now() + 60_000))).toEqual([]);
  });

  it('lists what is awaited since before then, oldest first, 100 at most', async () => {
    for (let n = 0; n < 102; n++) await device.inbox.awaits({ ...message(`m${n}`), envelope: `${n}` });
    await shop.pool.query(
      `update device_inbox set at = now() - substr(provider_id, 2)::int * interval '1 minute' where account_id = $1`,
      [session.accountId],
    );
    const listed = async (minutesAgo: number) =>
      (await device.inbox.awaitedSince(new Date(Date.now() - minutesAgo * 60_000))).map(({ envelope }) =>
        Number(envelope),
      );
    expect(await listed(98.5)).toEqual([101, 100, 99]);
    expect(await listed(-1)).toEqual(Array.from({ length: 100 }, (_, n) => 101 - n));
  });
});

describe('SentMessages', () => {
  it('finds what was remembered, and keeps the first content of an id', async () => {
    await device.sent.remember('3EB0', 'Bom dia!');
    await device.sent.remember('3EB0', 'Boa noite!');
    expect(await device.sent.find('3EB0')).toBe('Bom dia!');
    expect(await device.sent.find('3EB1')).toBeNull();
  });
});

describe('DeviceStore.wipe', () => {
  beforeEach(async () => {
    await device.saveCredentials('paired');
    await device.commit({ keys: [{ type: 'session', id: '1', value: 'k' }], received: [message('first')] });
    await device.sent.remember('3EB0', 'Bom dia!');
  });

  it('forgets credentials, keys and what was sent; what waits to be reported still waits', async () => {
    await devices.wipe(session);
    const again = await opened();
    expect(again.credentials).toBeNull();
    expect(await again.keys('session', ['1'])).toEqual(new Map());
    expect(await again.sent.find('3EB0')).toBeNull();
    expect(await again.inbox.unreported(0, 10)).toHaveLength(1);
    expect(await rowsOf('device_keys', 'device_sent')).toEqual([]);
  });

  it('is a no-op under an older lease, and where there is no device', async () => {
    const before = await everything();
    await devices.wipe({ ...session, epoch: 4 });
    await devices.wipe({ ...session, agentId: 0 });
    expect(await everything()).toEqual(before);
  });

  it('under a newer lease takes the device from the older', async () => {
    await devices.wipe({ ...session, epoch: 6 });
    await expect(device.saveCredentials('late')).rejects.toBeInstanceOf(Superseded);
  });

  it('also forgets what a commit writes at the same moment', async () => {
    const { wiping } = await whileDeviceIsLocked(async () => {
      const writing = keep('session', '2', 'at the same moment');
      await waitingForLock(1);
      const wiped = devices.wipe(session);
      await waitingForLock(2);
      return { wiping: Promise.all([writing, wiped]) };
    });
    await wiping;
    expect(await rowsOf('device_keys')).toEqual([]);
  });
});

describe('DeviceStore.erase', () => {
  it('forgets everything of an agent, and nothing of another', async () => {
    const other = { ...(await openAgent(shop.pool, phone('11987654444'))), epoch: 1 };
    const kept = await devices.open(other);
    for (const each of [device, kept]) await fill(each);
    await devices.erase(session);
    expect(await rowsOf(...deviceTables)).toEqual([]);
    expect(await kept?.keys('session', ['1'])).toEqual(new Map([['1', 'k']]));
    expect(await kept?.inbox.unreported(0, 10)).toHaveLength(1);
    await expect(device.saveCredentials('late')).rejects.toBeInstanceOf(Superseded);
  });

  it('also happens when an agent is removed whose number nobody has to unlink', async () => {
    await fill(device);
    await agents().remove(session.accountId, session.agentId);
    expect(await rowsOf(...deviceTables)).toEqual([]);
  });

  it('waits for the gateway to unlink the number of a removed agent', async () => {
    await fill(device);
    await shop.pool.query(
      `insert into numbers (agent_id, account_id, phone, phone_key, wanted, paired, state, changed_at)
       values ($1, $2, $3, $4, 'on', true, 'connected', now())`,
      [session.agentId, session.accountId, session.phone, `of ${session.agentId}`],
    );
    await agents().remove(session.accountId, session.agentId);
    expect((await opened()).credentials).toBe('paired');
  });
});

describe('at rest', () => {
  it('no column holds a key or a word of a message', async () => {
    const planted = 'PLANTED-SECRET';
    await device.saveCredentials(`${planted} credentials`);
    await device.commit({
      keys: [{ type: 'session', id: '1', value: `${planted} key` }],
      received: [
        { ...message('first'), content: `${planted} message` },
        { ...silent('second'), content: `${planted} silent` },
      ],
    });
    await device.inbox.awaits({ ...message('third'), envelope: `${planted} envelope` });
    await device.sent.remember('3EB0', `${planted} sent`);
    const rows = await rowsOf(...deviceTables);
    expect(rows).toHaveLength(8);
    for (const row of rows)
      for (const value of Object.values(row)) {
        const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value));
        for (const secret of [planted, Buffer.from(planted).toString('hex'), btoa(planted).slice(0, 16)])
          expect(bytes.includes(secret)).toBe(false);
      }
  });

  it('a value moved to another place does not open', async () => {
    await keep('session', '1', 'of one');
    await keep('session', '2', 'of two');
    await shop.pool.query(
      `update device_keys k set value = o.value from device_keys o
       where k.account_id = $1 and o.account_id = $1 and k.id = '1' and o.id = '2'`,
      [session.accountId],
    );
    await expect(device.keys('session', ['1'])).rejects.toThrow();
  });

  it('another secret key is refused at the start, and the right one is not', async () => {
    const another = vaultFor('another key, which never sealed anything here', 'devices');
    await shop.pool.query('delete from devices');
    await expect(refuseForeignDevices(shop.pool, another)).resolves.toBeUndefined();
    device = await opened();
    await expect(refuseForeignDevices(shop.pool, another)).resolves.toBeUndefined();
    await device.saveCredentials('paired');
    await expect(refuseForeignDevices(shop.pool, vault)).resolves.toBeUndefined();
    await expect(refuseForeignDevices(shop.pool, another)).rejects.toThrow('SECRET_KEY is not the key');
  });
});

// Helpers

const opened = async (epoch = session.epoch): Promise<Device> => {
  const found = await devices.open({ ...session, epoch });
  if (!found) throw new Error('The device was refused.');
  return found;
};

const keep = (type: string, id: string, value: string) =>
  device.commit({ keys: [{ type, id, value }], received: [] });

const message = (providerId: string): ReceivedContent => ({
  chat: '5511988887777@s.whatsapp.net',
  author: '5511988887777@s.whatsapp.net',
  providerId,
  digest: `digest of ${providerId}`,
  content: `content of ${providerId}`,
  reportable: true,
});

const silent = (providerId: string): ReceivedContent => ({ ...message(providerId), reportable: false });

const fill = async (of: Device | null) => {
  await of?.saveCredentials('paired');
  await of?.commit({ keys: [{ type: 'session', id: '1', value: 'k' }], received: [message('first')] });
  await of?.inbox.awaits({ ...message('second'), envelope: 'unreadable' });
  await of?.sent.remember('3EB0', 'Bom dia!');
};

const agents = () => postgresAgents(() => elsewhere.orm.em.fork());

/** Every column of this agent's rows. */
const rowsOf = async (...names: string[]): Promise<Record<string, unknown>[]> => {
  const rows = [];
  for (const table of names) {
    const found = await shop.pool.query(`select * from ${table} where account_id = $1 and agent_id = $2`, [
      session.accountId,
      session.agentId,
    ]);
    rows.push(...found.rows);
  }
  return rows;
};

const everything = () => rowsOf(...deviceTables);

/** Somebody holds the device's row while `work` starts what it has to wait for. */
const whileDeviceIsLocked = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const holder = await elsewhere.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from devices where account_id = $1 for update', [session.accountId]);
    const answer = await work();
    await holder.query('commit');
    return answer;
  } finally {
    holder.release();
  }
};

const waitingForLock = async (count: number): Promise<void> => {
  const waiting = async (pool: Pool) =>
    (
      await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await expect.poll(() => waiting(shop.pool)).toBe(count);
};
