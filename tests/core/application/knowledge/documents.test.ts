import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderShelf } from '#adapters/files/folder-shelf.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresAccounts } from '#adapters/postgres/accounts.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { postgresDocuments } from '#adapters/postgres/documents.ts';
import { postgresKeywordFiles } from '#adapters/postgres/keyword-files.ts';
import { postgresLooseFiles } from '#adapters/postgres/loose-files.ts';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { postgresPassages } from '#adapters/postgres/passages.ts';
import { postgresPlans } from '#adapters/postgres/plans.ts';
import type { Session } from '#adapters/postgres/session.ts';
import { postgresSubscriptions } from '#adapters/postgres/subscriptions.ts';
import { postgresThrottles } from '#adapters/postgres/throttles.ts';
import { postgresTransaction } from '#adapters/postgres/transaction.ts';
import { duplicateAgent } from '#core/application/agents/duplicate-agent.ts';
import { removeAgent } from '#core/application/agents/remove-agent.ts';
import { addDocument } from '#core/application/knowledge/add-document.ts';
import { deleteDocument } from '#core/application/knowledge/delete-document.ts';
import { sweepFiles } from '#core/application/knowledge/sweep-files.ts';
import { after, hour, minute } from '#core/domain/time.ts';
import type { DocumentReader } from '#core/ports/document-reader.ts';
import type { FileShelf } from '#core/ports/file-shelf.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openAgent, phone } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let database: Database;
const folder = mkdtempSync(join(tmpdir(), 'prosa-shelf-'));
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

describe('a document', () => {
  it('is kept with its passages and its file, and leaves nothing behind', async () => {
    const shop = await openShop();
    const added = await shop.send('Corte R$ 70');
    expect(added).toMatchObject({ ok: true, value: { excerpt: 'Corte R$ 70', characters: 11, pages: null } });
    expect(await shop.everything()).toEqual({ documents: 1, passages: 1, loose: 0, files: 1 });
    if (added.ok) await shop.remove(added.value.id);
    expect(await shop.everything()).toEqual({ documents: 0, passages: 0, loose: 0, files: 0 });
  });

  it('is dropped when its owner waits no longer, and gives its place to the next at once', async () => {
    const shop = await openShop({ limit: 1 });
    const never = new Promise<never>(() => undefined);
    shop.ports.documentReader = { read: () => never };
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const cancelled = shop.send('Corte R$ 70', left);
    await expect.poll(async () => (await shop.everything()).loose).toBe(1);
    expect(await shop.send('Barba R$ 40')).toMatchObject({ refusal: { kind: 'document-limit-reached' } });
    leave();
    expect(await cancelled).toMatchObject({ refusal: { kind: 'upload-cancelled' } });
    shop.ports.documentReader = echo;
    expect((await shop.send('Barba R$ 40')).ok).toBe(true);
  });

  it('holds no place and leaves no file when it was not understood, stood there already, or something broke', async () => {
    const shop = await openShop({ limit: 2 });
    await shop.send('Corte R$ 70');
    expect(await shop.send('Corte R$ 70')).toMatchObject({ refusal: { kind: 'document-sent-before' } });
    shop.ports.documentReader = { read: async () => ({ kind: 'refused', problem: 'no-text' }) };
    expect(await shop.send('?')).toMatchObject({
      refusal: { kind: 'unreadable-document', problem: 'no-text' },
    });
    shop.ports.documentReader = {
      read: async () => {
        throw new Error('broken');
      },
    };
    await expect(shop.send('?')).rejects.toThrow('broken');
    expect(await shop.everything()).toEqual({ documents: 1, passages: 1, loose: 0, files: 1 });
  });

  it('is not kept when it took so long that its place was given away', async () => {
    const shop = await openShop({ limit: 1 });
    shop.ports.documentReader = {
      read: async (bytes) => {
        shop.ports.documentReader = echo;
        shop.pass(3 * minute);
        expect((await shop.send('Barba R$ 40')).ok).toBe(true);
        return echo.read(bytes);
      },
    };
    expect(await shop.send('Corte R$ 70')).toMatchObject({ refusal: { kind: 'document-limit-reached' } });
    expect(await shop.everything()).toEqual({ documents: 1, passages: 1, loose: 0, files: 1 });
  });

  it('is not kept for an agent that went while it was read', async () => {
    const shop = await openShop();
    shop.ports.documentReader = {
      read: async (bytes) => {
        await removeAgent(shop.ports)(shop.accountId, shop.agentId);
        return echo.read(bytes);
      },
    };
    expect(await shop.send('Corte R$ 70')).toMatchObject({ refusal: { kind: 'not-found' } });
    expect(await shop.everything()).toEqual({ documents: 0, passages: 0, loose: 0, files: 0 });
  });

  it('may be sent as often as a plan asks for; what is refused or deleted again counts', async () => {
    const shop = await openShop({ limit: 40 });
    for (let sent = 0; sent < 40; sent++) expect((await shop.send(`Preço ${sent}`)).ok).toBe(true);
    await database.pool.query('update plans set documents_per_agent = 100 where id = 2');
    shop.ports.documentReader = { read: async () => ({ kind: 'refused', problem: 'corrupt' }) };
    for (let sent = 0; sent < 30; sent++) await shop.send('?');
    expect(await shop.send('?')).toMatchObject({
      refusal: { kind: 'too-many-attempts', retryAfterSeconds: 60 },
    });
    shop.pass(hour);
    shop.ports.documentReader = echo;
    expect((await shop.send('Barba R$ 40')).ok).toBe(true);
  });
});

describe('the shelf', () => {
  it('is swept of a file whose process died before its row was written', async () => {
    const shop = await openShop();
    const key = await shop.looseFiles.expect(
      shop.accountId,
      shop.agentId,
      'document',
      shop.ports.clock.now(),
    );
    await shop.ports.fileShelf.put(key, new Uint8Array([1]), 'application/pdf');
    expect(await sweepFiles(shop.ports)()).toBe(0);
    expect((await shop.everything()).files).toBe(1);
    shop.pass(2 * hour);
    expect(await sweepFiles(shop.ports)()).toBe(1);
    expect(await shop.everything()).toMatchObject({ loose: 0, files: 0 });
    expect(await shop.looseFiles.settle(shop.accountId, key)).toBe(false);
  });

  it('keeps no place for an upload whose process died', async () => {
    const shop = await openShop({ limit: 1 });
    await shop.looseFiles.expect(shop.accountId, shop.agentId, 'document', shop.ports.clock.now());
    expect(await shop.send('Corte R$ 70')).toMatchObject({ refusal: { kind: 'document-limit-reached' } });
    shop.pass(3 * minute);
    expect((await shop.send('Corte R$ 70')).ok).toBe(true);
  });

  it('is cleared later when it cannot be reached now', async () => {
    const shop = await openShop();
    const added = await shop.send('Corte R$ 70');
    const reachable = shop.ports.fileShelf;
    shop.ports.fileShelf = {
      ...reachable,
      remove: async () => {
        throw new Error('The shelf is out of reach.');
      },
    };
    expect(added.ok && (await shop.remove(added.value.id)).ok).toBe(true);
    expect(await shop.everything()).toMatchObject({ documents: 0, loose: 1, files: 1 });
    shop.ports.fileShelf = reachable;
    expect(await sweepFiles(shop.ports)()).toBe(1);
    expect(await shop.everything()).toMatchObject({ loose: 0, files: 0 });
  });

  it('holds one file for an agent and its copy, until neither needs it', async () => {
    const shop = await openShop();
    await shop.send('Corte R$ 70');
    await shop.send('Barba R$ 40');
    shop.ports.documentReader = {
      read: async () => {
        throw new Error('read again');
      },
    };
    const copy = await duplicateAgent(shop.ports)(shop.accountId, shop.agentId);
    if (!copy.ok) throw new Error('not copied');
    expect(await shop.everything()).toEqual({ documents: 4, passages: 4, loose: 0, files: 2 });
    const listed = await shop.ports.documents.listOf(shop.accountId, copy.value.id);
    expect(listed.map(({ excerpt }) => excerpt)).toEqual(['Barba R$ 40', 'Corte R$ 70']);
    await shop.remove(listed[0]?.id ?? 0);
    expect(await shop.everything()).toEqual({ documents: 3, passages: 3, loose: 0, files: 2 });
    await removeAgent(shop.ports)(shop.accountId, shop.agentId);
    expect(await shop.everything()).toEqual({ documents: 1, passages: 1, loose: 0, files: 1 });
    await removeAgent(shop.ports)(shop.accountId, copy.value.id);
    expect(await shop.everything()).toEqual({ documents: 0, passages: 0, loose: 0, files: 0 });
  });
});

// Helpers

const session: Session = () => database.orm.em.fork();
const vault = vaultFor('only-for-tests-only-for-tests-only', 'tax-ids');
const storesIn = (of: Session) => ({
  accounts: postgresAccounts(of, vault),
  agents: postgresAgents(of),
  documents: postgresDocuments(of),
  keywordFiles: postgresKeywordFiles(of),
  looseFiles: postgresLooseFiles(of),
  passages: postgresPassages(of),
  plans: postgresPlans(of),
  subscriptions: postgresSubscriptions(of),
});

/** Reads whatever it is given as one paragraph. */
const echo: DocumentReader = {
  read: async (bytes) => ({
    kind: 'read',
    document: {
      pages: null,
      blocks: [{ kind: 'paragraph', text: new TextDecoder().decode(bytes), page: null }],
    },
  }),
};

let phones = 11_987_650_000;

/** An agent on a plan of so many documents, with a reader that a test may change. */
const openShop = async ({ limit = 5 } = {}) => {
  phones += 1;
  const { accountId, agentId } = await openAgent(database.pool, phone(String(phones)));
  await database.pool.query('update plans set documents_per_agent = $1 where id = 2', [limit]);
  let now = new Date();
  const fileShelf: FileShelf = await folderShelf(folder);
  const stores = storesIn(session);
  const ports = {
    ...stores,
    clock: { now: () => now, elapsedMs: () => now.getTime() },
    documentReader: echo,
    embedder: null,
    fileShelf,
    signals: { raise: () => undefined, on: () => undefined },
    throttles: postgresThrottles(database.pool),
    transaction: postgresTransaction(session, storesIn),
  };
  const countOf = async (table: string) =>
    Number(
      (await database.pool.query(`select count(*) as n from ${table} where account_id = $1`, [accountId]))
        .rows[0].n,
    );
  const forever = new Promise<never>(() => undefined);
  return {
    ...{ accountId, agentId, ports, looseFiles: stores.looseFiles },
    send: (text: string, left: Promise<unknown> = forever) =>
      addDocument(ports)(
        accountId,
        agentId,
        { name: 'tabela.pdf', bytes: new TextEncoder().encode(text) },
        left,
      ),
    remove: (documentId: number) => deleteDocument(ports)(accountId, { documentId, agentId: null }),
    pass: (ms: number) => {
      now = after(now, ms);
    },
    everything: async () => ({
      documents: await countOf('documents'),
      passages: await countOf('passages'),
      loose: await countOf('loose_files'),
      files: readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.parentPath === join(folder, String(accountId), String(agentId)),
      ).length,
    }),
  };
};
