import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Program, type Town } from '#tests/support/baileys-town.ts';
import { until } from '#tests/support/pipeline.ts';

let town: Town;

beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

describe('a code that nobody uses', () => {
  it('leaves nothing in the database, whether it was a QR or one to type, and the next QR is good', async () => {
    const { session, owner } = town.business();
    const program = town.start({ qrMs: 100 });
    await program.messenger.open(session);
    await program.messenger.requestPairingCode(session);
    await until(() => codesOf(program).length > 0 && qrsOf(program).length > 1);
    await until(() => last(program)?.kind === 'closed');
    expect(last(program)).toEqual({ kind: 'closed', problem: 'expired' });
    expect(await town.hasKeys(session)).toEqual({ credentials: false, keys: false });

    const next = town.start();
    const account = await town.pair({ session, owner }, next);
    expect(account.connections.size).toBe(1);
    expect(await town.hasKeys(session)).toEqual({ credentials: true, keys: true });
  });

  it('leaves nothing behind when the session is closed, or its process killed, while it is shown', async () => {
    for (const leave of ['close', 'kill'] as const) {
      const { session, owner } = town.business();
      const program = town.start();
      await program.messenger.open(session);
      await program.messenger.requestPairingCode(session);
      await until(() => codesOf(program).length > 0);
      if (leave === 'close') await program.messenger.close(session);
      else program.kill();
      expect(await town.hasKeys(session)).toMatchObject({ credentials: false });
      const next = town.start();
      const account = await town.pair({ session, owner }, next);
      expect(account.logins).toBe(1);
    }
  });
});

describe('a code to type', () => {
  it('may be asked for before there is a QR', async () => {
    const { session, owner } = town.business();
    const program = town.start();
    const opening = program.messenger.open(session);
    await opening;
    await program.messenger.requestPairingCode(session);
    await until(() => codesOf(program).length === 1);
    await until(() => town.whatsapp.typesCode(codesOf(program)[0] ?? '', owner));
    await until(() => last(program)?.kind === 'connected');
  });

  it('comes anew by itself when the line is lost before it was typed', async () => {
    const { session, owner } = town.business();
    const program = town.start();
    await program.messenger.open(session);
    await program.messenger.requestPairingCode(session);
    await until(() => codesOf(program).length === 1);
    town.whatsapp.cutEverybody();
    await until(() => codesOf(program).length === 2);
    await until(() => town.whatsapp.typesCode(codesOf(program)[1] ?? '', owner));
    await until(() => last(program)?.kind === 'connected');
    expect(program.heard.changes.map(({ kind }) => kind)).not.toContain('reconnecting');
  });
});

describe('a pairing that is interrupted', () => {
  it('shows a new QR when the line is lost while one is shown', async () => {
    const { session, owner } = town.business();
    const program = town.start();
    await program.messenger.open(session);
    await until(() => qrsOf(program).length === 1);
    town.whatsapp.cutEverybody();
    await until(() => qrsOf(program).length === 2);
    expect(await town.whatsapp.scan(qrsOf(program)[0] ?? '', owner)).toBeNull();
    expect(await town.whatsapp.scan(qrsOf(program)[1] ?? '', owner)).not.toBeNull();
    await until(() => last(program)?.kind === 'connected');
  });

  it('is completed when the line is lost after the phone has linked us', async () => {
    const { session, owner } = town.business();
    const program = town.start();
    program.store.pass = async (name, call) => {
      const answer = await call();
      if (name === 'saveCredentials' && town.whatsapp.accountOf(owner)?.logins === 0)
        town.whatsapp.cutEverybody();
      return answer;
    };
    const account = await town.pair({ session, owner }, program);
    expect(account.connections.size).toBe(1);
    expect(account.unlinked).toBe(false);
  });

  it('is completed by the next process when the first is killed after the phone has linked us', async () => {
    const { session, owner } = town.business();
    const program = town.start();
    program.store.pass = async (name, call) => {
      const answer = await call();
      if (name === 'saveCredentials') {
        program.kill();
        town.whatsapp.cutEverybody();
      }
      return answer;
    };
    await program.messenger.open(session);
    await until(() => qrsOf(program).length === 1);
    await town.whatsapp.scan(qrsOf(program)[0] ?? '', owner);
    await until(async () => (await town.hasKeys(session)).credentials);
    const next = town.start();
    await next.messenger.open(session);
    await until(() => last(next)?.kind === 'connected');
    expect(qrsOf(next)).toEqual([]);
    expect(town.whatsapp.accountOf(owner)?.connections.size).toBe(1);
  });
});

describe('a phone of another number', () => {
  const stranger = () => town.whatsapp.person({ pn: '5531966665555', name: 'Outra loja' });

  it('is unlinked again, and nothing of its messages is kept', async () => {
    const { session } = town.business();
    const program = town.start();
    await program.messenger.open(session);
    await until(() => qrsOf(program).length === 1);
    const account = await town.whatsapp.scan(qrsOf(program)[0] ?? '', stranger());
    await until(() => account?.ready === true || account?.unlinked === true);
    if (account?.ready) await town.whatsapp.write(town.maria, stranger(), { text: 'Segredo de outra loja' });
    await until(() => last(program)?.kind === 'closed');
    expect(last(program)).toEqual({ kind: 'closed', problem: 'wrong-number' });
    expect(account?.unlinked).toBe(true);
    expect(program.heard.announced).toEqual([]);
    expect(await town.rows('device_inbox', session)).toEqual([]);
    expect(await town.hasKeys(session)).toEqual({ credentials: false, keys: false });
  });

  it('is known to be wrong by the next process when the first was killed in between', async () => {
    const { session } = town.business();
    const program = town.start();
    program.store.pass = async (name, call) => {
      const answer = await call();
      if (name === 'saveCredentials') {
        program.kill();
        town.whatsapp.cutEverybody();
      }
      return answer;
    };
    await program.messenger.open(session);
    await until(() => qrsOf(program).length === 1);
    const account = await town.whatsapp.scan(qrsOf(program)[0] ?? '', stranger());
    await until(async () => (await town.hasKeys(session)).credentials);
    const next = town.start();
    await next.messenger.open(session);
    await until(() => last(next) !== undefined);
    expect(next.heard.changes).toEqual([{ kind: 'closed', problem: 'wrong-number' }]);
    expect(account?.unlinked).toBe(true);
    expect(await town.hasKeys(session)).toEqual({ credentials: false, keys: false });
  });
});

describe('leaving', () => {
  it('unlinks the device when it is logged out while it reconnects', async () => {
    const shop = town.business();
    const program = town.start({ leaveMs: 3_000 });
    const account = await town.pair(shop, program);
    town.whatsapp.refuseConnections(true);
    account.drop();
    await until(() => last(program)?.kind === 'reconnecting');
    const left = program.messenger.logOut(shop.session);
    await pause(100);
    town.whatsapp.refuseConnections(false);
    await left;
    expect(account.unlinked).toBe(true);
    expect(await town.hasKeys(shop.session)).toEqual({ credentials: false, keys: false });
    expect(last(program)).toEqual({ kind: 'reconnecting' });
    await until(() => account.connections.size === 0);
  });

  it('wipes the keys in the end where WhatsApp cannot be reached to unlink the device', async () => {
    const shop = town.business();
    const program = town.start({ leaveMs: 300 });
    const account = await town.pair(shop, program);
    town.whatsapp.refuseConnections(true);
    account.drop();
    await until(() => last(program)?.kind === 'reconnecting');
    await program.messenger.logOut(shop.session);
    expect(await town.hasKeys(shop.session)).toEqual({ credentials: false, keys: false });
    const { attempts } = town.whatsapp;
    await pause(300);
    expect(town.whatsapp.attempts).toBe(attempts);
    town.whatsapp.refuseConnections(false);
  });

  it('leaves no socket when it is closed at whatever moment of logging in', async () => {
    const shop = town.business();
    const program = town.start();
    const account = await town.pair(shop, program);
    for (const afterMs of [0, 1, 5, 20, 60, 120, 200]) {
      await program.messenger.close(shop.session);
      await until(() => account.connections.size === 0);
      await program.messenger.open(shop.session);
      await pause(afterMs);
    }
    const changes = program.heard.changes.length;
    await program.messenger.close(shop.session);
    await until(() => account.connections.size === 0);
    const { attempts } = town.whatsapp;
    await pause(300);
    expect([town.whatsapp.attempts, account.connections.size]).toEqual([attempts, 0]);
    expect(program.heard.changes.length).toBe(changes);
  });

  it('is undone by nobody when it is closed while it is just being opened', async () => {
    const shop = town.business();
    const program = town.start();
    const account = await town.pair(shop, program);
    await program.messenger.close(shop.session);
    const opening = program.messenger.open(shop.session);
    await program.messenger.close(shop.session);
    await opening;
    await pause(300);
    expect(account.connections.size).toBe(0);
  });

  it('and coming back twenty times in a row leaves one socket, and never two', async () => {
    const shop = town.business();
    const program = town.start();
    const account = await town.pair(shop, program);
    const conflicts = program.said.length;
    for (let n = 0; n < 20; n += 1) {
      await program.messenger.close(shop.session);
      await program.messenger.open(shop.session);
      if (n % 3 === 0) await pause(n * 5);
    }
    const before = program.heard.changes.length;
    await until(() => account.connections.size === 1 && program.heard.changes.length >= before);
    await until(() => last(program)?.kind === 'connected');
    expect(account.connections.size).toBe(1);
    expect(account.mostConnections).toBe(1);
    expect(program.said.slice(conflicts)).toEqual([]);
  });
});

// Helpers

const last = ({ heard }: Program) => heard.changes.at(-1);

const qrsOf = ({ heard }: Program) =>
  heard.changes.flatMap((change) => (change.kind === 'qr' ? [change.payload] : []));

const codesOf = ({ heard }: Program) =>
  heard.changes.flatMap((change) => (change.kind === 'pairing-code' ? [change.code] : []));
