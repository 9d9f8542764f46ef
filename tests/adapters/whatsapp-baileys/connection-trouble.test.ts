import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTown, type Program, shortTimings, type Town } from '#tests/support/baileys-town.ts';
import type { Account, Failure } from '#tests/support/fake-whatsapp/account.ts';
import { node } from '#tests/support/fake-whatsapp/nodes.ts';
import type { Refusal } from '#tests/support/fake-whatsapp/server.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;
let shop: ReturnType<Town['business']>;
let program: Program;
let account: Account;

beforeAll(async () => {
  town = await openTown();
  shop = town.business();
  program = town.start();
  account = await town.pair(shop, program);
});
beforeEach(() => {
  town.whatsapp.refuseConnections(false);
  town.whatsapp.failEverybody(null);
  account.failure = null;
});
afterAll(() => town.close());

describe('a line that is lost', () => {
  const losses: readonly (readonly [what: string, code: number, lose: () => void])[] = [
    ['the line is cut', 428, () => account.drop()],
    ['the stream ends with 500', 500, () => account.streamError('500')],
    ['the stream ends with 503', 503, () => account.streamError('503')],
    ['the stream ends with a code that nobody knows', 599, () => account.streamError('599')],
    ['the stream ends without a word', 500, () => account.streamError(null)],
    [
      'the stream ends for a reason that nobody knows',
      500,
      () => account.streamError(null, node('xml-not-well-formed')),
    ],
  ];

  it.each(losses)('comes back by itself with its keys after %s (%s)', async (_what, code, lose) => {
    await connectedAgain();
    const from = program.heard.changes.length;
    const logins = account.logins;
    lose();
    await until(() => program.heard.changes.length >= from + 2);
    expect(kindsSince(from)).toEqual(['reconnecting', 'connected']);
    expect(program.said.at(-1)).toEqual({ what: 'disconnected', agentId: shop.session.agentId, code });
    expect(account.logins).toBe(logins + 1);
    expect(await town.hasKeys(shop.session)).toEqual({ credentials: true, keys: true });
  });

  it('comes back by itself after a server that answers nothing any more (408)', async () => {
    const quiet = town.start({ keepAliveMs: 100 });
    const other = town.business();
    const silenced = await town.pair(other, quiet);
    silenced.silent = true;
    await until(() => quiet.said.some(({ code }) => code === 408));
    silenced.silent = false;
    await until(() => quiet.heard.changes.at(-1)?.kind === 'connected');
    expect(quiet.heard.changes.slice(-2).map(({ kind }) => kind)).toEqual(['reconnecting', 'connected']);
    expect(await town.hasKeys(other.session)).toEqual({ credentials: true, keys: true });
  });

  it.each<[string, Refusal, number]>([
    ['connections are cut as they come', true, 408],
    ['nobody answers', 'silently', 408],
    ['the WebSocket is refused with 401', 401, 401],
    ['the WebSocket is refused with 403', 403, 403],
    ['the WebSocket is refused with 405', 405, 405],
    ['the WebSocket is refused with 429', 429, 429],
    ['the WebSocket is refused with 503', 503, 503],
  ])('comes back by itself once it can, when %s', async (_what, refusal, code) => {
    await connectedAgain();
    const from = program.heard.changes.length;
    const attempts = town.whatsapp.attempts;
    town.whatsapp.refuseConnections(refusal);
    account.drop();
    await until(() => program.said.at(-1)?.code === code && town.whatsapp.attempts > attempts);
    town.whatsapp.refuseConnections(false);
    await until(() => program.heard.changes.at(-1)?.kind === 'connected');
    expect(kindsSince(from)).toEqual(['reconnecting', 'connected']);
    expect(await town.hasKeys(shop.session)).toEqual({ credentials: true, keys: true });
  });

  it('waits twice as long from try to try, and a second again once it was connected', async () => {
    await connectedAgain();
    const from = program.waits.length;
    const attempts = town.whatsapp.attempts;
    town.whatsapp.refuseConnections(true);
    account.drop();
    await until(() => town.whatsapp.attempts === attempts + 4);
    town.whatsapp.refuseConnections(false);
    await connectedAgain();
    account.drop();
    await until(() => backOffs(from).length === 6);
    expect(backOffs(from)).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 1_500]);
  });

  it('waits longer from try to try, too, when it comes back and is lost again each time', async () => {
    const restless = town.start({ steadyMs: 60_000 });
    const other = town.business();
    const unsteady = await town.pair(other, restless);
    const from = restless.waits.length;
    const retries = () => restless.waits.slice(from).map((ms) => Math.round(ms / shortTimings.waits));
    for (const expected of [3_000, 6_000, 12_000]) {
      await until(() => restless.heard.changes.at(-1)?.kind === 'connected');
      unsteady.streamError('503');
      await until(() => retries().includes(expected));
    }
    restless.kill();
  });

  it('connects anew at once, with its keys, when WhatsApp asks for it (515)', async () => {
    await connectedAgain();
    const [changes, waits] = [program.heard.changes.length, program.waits.length];
    account.streamError('515');
    await until(() => kindsSince(changes).length === 2);
    expect(kindsSince(changes)).toEqual(['reconnecting', 'connected']);
    expect(backOffs(waits)).toEqual([]);
  });

  it('does not connect on and on at once when WhatsApp asks for it again and again', async () => {
    await connectedAgain();
    const attempts = town.whatsapp.attempts;
    town.whatsapp.failEverybody({ reason: '515' });
    account.streamError('515');
    await pause(400);
    expect(town.whatsapp.attempts - attempts).toBeLessThanOrEqual(4);
    town.whatsapp.failEverybody(null);
    await connectedAgain();
  });
});

describe('a number that another program logs in as well (440)', () => {
  it('is taken back once after half a minute, and left to the other when it happens again', async () => {
    await connectedAgain();
    const [changes, waits] = [program.heard.changes.length, program.waits.length];
    const rival = town.start();
    await rival.messenger.open(shop.session);
    await until(() => program.heard.changes.at(-1)?.kind === 'halted');
    expect(kindsSince(changes)).toEqual(['reconnecting', 'connected', 'halted']);
    expect(program.heard.changes.at(-1)).toEqual({ kind: 'halted', problem: 'replaced', until: null });
    expect(backOffs(waits)).toEqual([30_000]);
    const logins = account.logins;
    await pause(300);
    expect(account.logins).toBe(logins);
    expect(await town.hasKeys(shop.session)).toEqual({ credentials: true, keys: true });
    await rival.messenger.close(shop.session);
  });

  it('is not logged in again when the other has a newer lease, and nothing more is said', async () => {
    const gone = town.start();
    const { session, owner } = town.business();
    const linked = await town.pair({ session, owner }, gone);
    const changes = gone.heard.changes.length;
    const rival = town.start();
    await rival.messenger.open({ ...session, epoch: 2 });
    await until(() => rival.heard.changes.at(-1)?.kind === 'connected');
    const logins = linked.logins;
    await pause(2_000);
    expect(linked.logins).toBe(logins);
    expect(linked.connections.size).toBe(1);
    expect(gone.heard.changes.slice(changes).filter(({ kind }) => kind !== 'reconnecting')).toEqual([]);
    await gone.messenger.logOut(session);
    expect(await town.hasKeys(session)).toEqual({ credentials: true, keys: true });
    await rival.messenger.close(session);
  });
});

describe('a line that WhatsApp bars', () => {
  const halts: readonly (readonly [reason: string, failure: Failure, problem: string])[] = [
    ['402', { reason: '402', code: '101', expire: '3600' }, 'temporarily-banned'],
    ['402', { reason: '402' }, 'temporarily-banned'],
    ['403', { reason: '403' }, 'banned'],
    ['406', { reason: '406' }, 'banned'],
    ['405', { reason: '405' }, 'client-too-old'],
    ['409', { reason: '409' }, 'client-too-old'],
    ['411', { reason: '411' }, 'client-too-old'],
  ];

  it.each(halts)('stops after %s and keeps its keys', async (_reason, failure, problem) => {
    await connectedAgain();
    const from = program.heard.changes.length;
    account.failure = failure;
    account.drop();
    await until(() => program.heard.changes.at(-1)?.kind === 'halted');
    expect(kindsSince(from)).toEqual(['reconnecting', 'halted']);
    expect(program.heard.changes.at(-1)).toMatchObject({ problem });
    const attempts = town.whatsapp.attempts;
    await pause(300);
    expect(town.whatsapp.attempts).toBe(attempts);
    expect(await town.hasKeys(shop.session)).toEqual({ credentials: true, keys: true });

    account.failure = null;
    program = town.start();
    await connectedAgain();
  });

  it('says until when a ban lasts', async () => {
    await connectedAgain();
    account.failure = { reason: '402', code: '101', expire: '3600' };
    const barredAt = Date.now();
    account.drop();
    await until(() => program.heard.changes.at(-1)?.kind === 'halted');
    const halted = program.heard.changes.at(-1);
    const until_ = halted?.kind === 'halted' ? halted.until?.getTime() : null;
    expect(Math.abs((until_ ?? 0) - barredAt - 3_600_000)).toBeLessThan(5_000);
    account.failure = null;
  });

  it('keeps every other line of the process from trying where the client is too old', async () => {
    const crowd = town.start();
    const unpaired = Array.from({ length: 6 }, () => town.business().session);
    const attempts = town.whatsapp.attempts;
    town.whatsapp.failEverybody({ reason: '405' });
    await Promise.all(unpaired.map((session) => crowd.messenger.open(session)));
    await until(() => crowd.heard.changes.length === unpaired.length);
    expect(town.whatsapp.attempts - attempts).toBeLessThanOrEqual(4);
    const tried = town.whatsapp.attempts;
    await crowd.messenger.open(town.business().session);
    await until(() => crowd.heard.changes.length === unpaired.length + 1);
    expect(town.whatsapp.attempts).toBe(tried);
    for (const change of crowd.heard.changes) expect(change).toMatchObject({ problem: 'client-too-old' });
    expect(crowd.heard.changes.every((change) => change.kind === 'halted' && change.until !== null)).toBe(
      true,
    );
    town.whatsapp.failEverybody(null);
  });

  it('keeps a line that waits to reconnect from trying where the client is too old for another', async () => {
    const both = town.start({ waits: 0.2 });
    const [first, second] = [town.business(), town.business()];
    const old = await town.pair(first, both);
    const waiting = await town.pair(second, both);
    waiting.drop();
    old.failure = { reason: '405' };
    old.streamError('515');
    await until(() => both.heard.changes.filter(({ kind }) => kind === 'halted').length === 2);
    expect(waiting.logins).toBe(1);
    expect(await town.hasKeys(second.session)).toEqual({ credentials: true, keys: true });
  });
});

describe('a device that the phone knows no more (401)', () => {
  it.each<[string, (linked: Account) => void]>([
    ['is told so while it is connected', (linked) => linked.unlink()],
    [
      'is told so when it logs in',
      (linked) => {
        linked.failure = { reason: '401' };
        linked.drop();
      },
    ],
  ])('loses its keys, and nobody tries again, when it %s', async (_when, lose) => {
    const other = town.business();
    const leaving = town.start();
    const linked = await town.pair(other, leaving);
    lose(linked);
    await until(() => leaving.heard.changes.at(-1)?.kind === 'closed');
    expect(leaving.heard.changes.at(-1)).toEqual({ kind: 'closed', problem: 'logged-out' });
    expect(await town.hasKeys(other.session)).toEqual({ credentials: false, keys: false });
    expect(await town.rows('device_sent', other.session)).toEqual([]);
    const attempts = town.whatsapp.attempts;
    await pause(300);
    expect(town.whatsapp.attempts).toBe(attempts);
    expect(await town.hasKeys(other.session)).toEqual({ credentials: false, keys: false });
  });
});

// Helpers

const kindsSince = (from: number) => program.heard.changes.slice(from).map(({ kind }) => kind);

/** The waits of the disconnect table, in their own length. */
const backOffs = (from: number) =>
  program.waits
    .slice(from)
    .map((ms) => Math.round(ms / shortTimings.waits))
    .filter((ms) => [1_500, 3_000, 6_000, 12_000, 24_000, 30_000, 48_000].includes(ms));

const connectedAgain = async () => {
  await program.messenger.open(shop.session);
  await until(() => program.heard.changes.at(-1)?.kind === 'connected' && account.connections.size === 1);
};
