import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresBuckets } from '#adapters/postgres/buckets.ts';
import { inTransaction } from '#adapters/postgres/contacts.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import { postgresGateway } from '#adapters/postgres/gateway.ts';
import { postgresNumbers } from '#adapters/postgres/numbers.ts';
import type { Phone } from '#core/domain/phone.ts';
import { endOfTime, minute } from '#core/domain/time.ts';
import type { GatewayStore, HeldNumber } from '#core/ports/gateway-store.ts';
import type { ConnectionChange, LeasedSession, Session } from '#core/ports/messenger.ts';
import { openAgent, openShop, phone, type Shop, someoneWaitsForLock } from '#tests/support/shop.ts';

let shop: Shop;
let gateway: GatewayStore;
beforeAll(async () => {
  shop = await openShop();
  gateway = postgresGateway(shop.pool);
});
beforeEach(async () => {
  await shop.pool.query('delete from numbers');
  await shop.pool.query('delete from gateways');
});
afterAll(() => shop.close());

describe('GatewayStore.hold', () => {
  it('goes on holding a number whose row is being changed at that moment', async () => {
    const { agentId } = await wantedNumber();
    expect(await agentsHeld(hold('process'))).toContain(agentId);
    const again = await inTransaction(shop.pool, async (client) => {
      await client.query('update numbers set pairing_code_wanted = true where agent_id = $1', [agentId]);
      const held = hold('process');
      await someoneWaitsForLock(shop.pool);
      return { held };
    });
    expect(await agentsHeld(again.held)).toContain(agentId);
  });

  it('gives a number to one of many processes that ask at once', async () => {
    const { agentId } = await wantedNumber();
    const held = await Promise.all(Array.from({ length: 10 }, (_, n) => agentsHeld(hold(`p${n}`))));
    expect(held.flat().filter((id) => id === agentId)).toHaveLength(1);
  });

  it('leaves a number that another process took over meanwhile to it, under a new epoch', async () => {
    const { agentId } = await wantedNumber();
    const [before] = (await hold('stalled', { leaseMs: 0 })).numbers;
    const [after] = (await hold('heir')).numbers;
    expect([before?.agentId, after?.agentId]).toEqual([agentId, agentId]);
    expect(after?.epoch).toBe((before?.epoch ?? 0) + 1);
    expect(await agentsHeld(hold('stalled'))).toEqual([]);
    expect((await hold('heir')).numbers[0]?.epoch).toBe(after?.epoch);
  });

  it('takes over a wave at a time, those first that somebody waits for at a screen', async () => {
    for (let n = 0; n < 5; n += 1) await wantedNumber({ paired: true });
    const fresh = await wantedNumber();
    expect(await agentsHeld(hold('process', { wave: 1 }))).toEqual([fresh.agentId]);
    expect(await agentsHeld(hold('process', { wave: 2 }))).toHaveLength(3);
    expect(await agentsHeld(hold('process', { wave: 8 }))).toHaveLength(6);
  });

  it('never holds more than it may', async () => {
    for (let n = 0; n < 5; n += 1) await wantedNumber({ paired: true });
    expect(await agentsHeld(hold('process', { most: 3 }))).toHaveLength(3);
    expect(await hold('process', { most: 3 })).toMatchObject({ surplus: 0 });
    expect(await agentsHeld(hold('second', { most: 3 }))).toHaveLength(2);
  });

  it('shares the numbers among the processes alive, as what is above a share is given back', async () => {
    for (let n = 0; n < 7; n += 1) await wantedNumber({ paired: true });
    expect(await agentsHeld(hold('first'))).toHaveLength(7);
    expect(await agentsHeld(hold('second'))).toEqual([]);
    const { numbers, surplus } = await hold('first');
    expect(surplus).toBe(3);
    await gateway.giveBack('first', numbers.slice(0, surplus));
    expect(await agentsHeld(hold('second'))).toHaveLength(3);
    expect(await hold('first')).toMatchObject({ surplus: 0, numbers: { length: 4 } });
    await gateway.letGo('second');
    expect(await agentsHeld(hold('first'))).toHaveLength(7);
  });

  it('gives back nothing that it holds anew since', async () => {
    await wantedNumber({ paired: true });
    const [old] = (await hold('first', { leaseMs: 0 })).numbers;
    await hold('second', { leaseMs: 0 });
    await hold('first');
    if (old) await gateway.giveBack('first', [old]);
    expect(await agentsHeld(hold('second'))).toEqual([]);
  });

  it('shows no number connected before its new holder says so, nor when its holder has died', async () => {
    const session = await wantedNumber();
    const first = await heldBy('first', session);
    await record('first', first, { kind: 'connected' });
    expect(await shown(session)).toMatchObject({ state: 'connected' });
    await shop.pool.query(`update numbers set lease_until = now() - interval '1 second'`);
    expect(await shown(session)).toMatchObject({ state: 'connecting' });
    const second = await heldBy('second', session);
    expect(await shown(session)).toMatchObject({ state: 'connecting' });
    await record('second', second, { kind: 'connected' });
    expect(await shown(session)).toMatchObject({ state: 'connected' });
  });
});

describe('GatewayStore.record', () => {
  it('keeps the QR code beside a pairing code, so that a reloaded screen still has something to scan', async () => {
    const session = await wantedNumber();
    const held = await heldBy('drawing', session);
    await record('drawing', held, { kind: 'qr', payload: 'drawn' });
    await record('drawing', held, { kind: 'pairing-code', code: 'WB18CQGK' });
    const row = 'select qr, pairing_code from numbers where agent_id = $1';
    expect((await shop.pool.query(row, [session.agentId])).rows).toEqual([
      { qr: 'drawn', pairing_code: 'WB18CQGK' },
    ]);
  });

  it('ignores what a process says under an older epoch', async () => {
    const session = await wantedNumber();
    const old = await heldBy('first', session, 0);
    await heldBy('second', session, 0);
    await heldBy('first', session);
    await record('first', old, { kind: 'connected' });
    expect(await shown(session)).toMatchObject({ state: 'connecting' });
  });

  it('keeps a halted number linked and wanted, with its problem and the time it is over', async () => {
    const session = await wantedNumber();
    const held = await connectedBy('process', session);
    const until = new Date(Date.now() + 60 * minute);
    await record('process', held, { kind: 'halted', problem: 'temporarily-banned', until });
    expect(await shown(session)).toMatchObject({
      ...{ state: 'disconnected', problem: 'temporarily-banned', paired: true, until },
    });
    expect((await hold('process')).numbers).toMatchObject([{ wanted: 'on', haltedUntil: until }]);
    await record('process', held, { kind: 'connected' });
    expect(await shown(session)).toMatchObject({ state: 'connected', problem: null, until: null });
  });

  it('tells the owner of a loss once, and of none that is over', async () => {
    const session = await wantedNumber();
    const held = await connectedBy('process', session);
    const unseen = async () => {
      const { rows } = await shop.pool.query<{ problem: string }>(
        `select problem from notices where agent_id = $1 and kind = 'number-lost' and seen_at is null`,
        [session.agentId],
      );
      return rows.map(({ problem }) => problem);
    };
    await record('process', held, { kind: 'halted', problem: 'replaced', until: null });
    await record('process', held, { kind: 'halted', problem: 'banned', until: null });
    expect(await unseen()).toHaveLength(1);
    await record('process', held, { kind: 'connected' });
    expect(await unseen()).toEqual([]);
  });

  it('halts for good where nobody knows until when, and for half an hour an old client', async () => {
    const session = await wantedNumber();
    const held = await connectedBy('process', session);
    await record('process', held, { kind: 'halted', problem: 'replaced', until: null });
    expect((await hold('process')).numbers).toMatchObject([{ haltedUntil: endOfTime }]);
    expect(await shown(session)).toMatchObject({ problem: 'replaced', until: null });
    const now = new Date();
    await record('process', held, { kind: 'halted', problem: 'client-too-old', until: null }, now);
    expect((await hold('process')).numbers).toMatchObject([
      { haltedUntil: new Date(now.getTime() + 30 * minute) },
    ]);
  });

  it('ends the halt of an old client when another process takes over, and no other halt', async () => {
    const old = await wantedNumber();
    const banned = await wantedNumber();
    for (const [session, problem] of [
      [old, 'client-too-old'],
      [banned, 'banned'],
    ] as const)
      await record('process', await connectedBy('process', session), {
        kind: 'halted',
        problem,
        until: null,
      });
    await gateway.letGo('process');
    const { numbers } = await hold('release');
    const halts = new Map(numbers.map(({ agentId, haltedUntil }) => [agentId, haltedUntil]));
    expect(halts.get(old.agentId)).toBeNull();
    expect(halts.get(banned.agentId)).toEqual(endOfTime);
  });

  it('ends any halt when the owner asks to connect', async () => {
    const session = await wantedNumber();
    const held = await connectedBy('process', session);
    await record('process', held, { kind: 'halted', problem: 'banned', until: null });
    const asked = postgresNumbers(shop.pool).ask(session.accountId, session.agentId, 'qr', false, new Date());
    expect(await asked).toBe('asked');
    expect((await hold('process')).numbers).toMatchObject([{ haltedUntil: null, paired: true }]);
    expect(await shown(session)).toMatchObject({ state: 'connecting', problem: null });
  });

  it('gives one notice for a loss, however often it is tried in vain, and none before a number was linked', async () => {
    const session = await wantedNumber();
    const held = await heldBy('process', session);
    const halted = { kind: 'halted', problem: 'banned', until: null } as const;
    await record('process', held, halted);
    expect(await notices(session)).toEqual([]);
    await record('process', held, { kind: 'connected' });
    await record('process', held, halted);
    await record('process', held, halted);
    expect(await notices(session)).toEqual(['banned']);
    await record('process', held, { kind: 'closed', problem: 'logged-out' });
    expect(await notices(session)).toEqual(['banned', 'logged-out']);
  });
});

describe('a number that is closed', () => {
  const devices = () => postgresDevices(shop.pool, vaultFor('a secret key of thirty-two bytes', 'devices'));
  const keysOf = async ({ agentId }: Session) => {
    const found = await shop.pool.query(
      `select (select credentials is not null from devices where agent_id = $1) as credentials,
         (select count(*) from device_keys where agent_id = $1) + (select count(*) from device_sent where agent_id = $1) as rest`,
      [agentId],
    );
    return found.rows[0];
  };
  const linked = async (processId: string) => {
    const held = await connectedBy(processId, await wantedNumber());
    const device = await devices().open(held);
    await device?.saveCredentials('credentials');
    await device?.commit({ keys: [{ type: 'session', id: '1', value: 'secret' }], received: [] });
    await device?.sent.remember('3EB0', 'Oi');
    return held;
  };

  it('leaves no keys behind, whatever became of wiping them before', async () => {
    const held = await linked('process');
    await record('process', held, { kind: 'closed', problem: null });
    expect(await keysOf(held)).toEqual({ credentials: false, rest: 0 });
  });

  it('keeps the keys that another process has by now', async () => {
    const held = await linked('process');
    await shop.pool.query('update numbers set lease_until = now() where agent_id = $1', [held.agentId]);
    await heldBy('heir', held);
    await record('process', held, { kind: 'closed', problem: 'logged-out' });
    expect(await keysOf(held)).toEqual({ credentials: true, rest: 2 });
  });
});

describe('a worker', () => {
  it('that ended long ago without saying so is forgotten when another ends', async () => {
    const buckets = postgresBuckets(shop.pool);
    await buckets.hold('killed', 10_000);
    await shop.pool.query(`update workers set lease_until = now() - interval '2 hours'`);
    await buckets.hold('alive', 10_000);
    await buckets.hold('ending', 10_000);
    await buckets.letGo('ending');
    expect((await shop.pool.query('select id from workers')).rows).toEqual([{ id: 'alive' }]);
  });
});

// Helpers

let numbers = 0;

const wantedNumber = async ({ paired = false } = {}): Promise<Session & { phone: Phone }> => {
  numbers += 1;
  const session = await openAgent(shop.pool, phone(`119${86_000_000 + numbers}`));
  await shop.pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, paired, state, changed_at)
     select id, account_id, phone, phone_key, 'on', $2, 'connecting', now() from agents where id = $1`,
    [session.agentId, paired],
  );
  return session;
};

const hold = (processId: string, { leaseMs = 15_000, most = 100, wave = 100 } = {}) =>
  gateway.hold(processId, leaseMs, { most, wave });

const agentsHeld = async (holding: ReturnType<typeof hold>) =>
  (await holding).numbers.map(({ agentId }) => agentId);

const heldBy = async (processId: string, session: Session, leaseMs = 15_000): Promise<HeldNumber> => {
  await shop.pool.query('delete from gateways where id <> $1', [processId]);
  const { numbers } = await hold(processId, { leaseMs });
  const found = numbers.find(({ agentId }) => agentId === session.agentId);
  if (!found) throw new Error(`${processId} does not hold the number.`);
  return found;
};

const connectedBy = async (processId: string, session: Session) => {
  const held = await heldBy(processId, session);
  await record(processId, held, { kind: 'connected' });
  return held;
};

const record = (processId: string, held: LeasedSession, change: ConnectionChange, now = new Date()) =>
  gateway.record(processId, held, change, null, now);

const shown = ({ accountId, agentId }: Session) => postgresNumbers(shop.pool).find(accountId, agentId);

const notices = async ({ agentId }: Session) => {
  const found = await shop.pool.query<{ problem: string }>(
    'select problem from notices where agent_id = $1 order by id',
    [agentId],
  );
  return found.rows.map(({ problem }) => problem);
};
