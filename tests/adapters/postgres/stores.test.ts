import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresAccounts, refuseForeignKey } from '#adapters/postgres/accounts.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { postgresDocuments } from '#adapters/postgres/documents.ts';
import { postgresKeywordFiles } from '#adapters/postgres/keyword-files.ts';
import { postgresLooseFiles } from '#adapters/postgres/loose-files.ts';
import { postgresNumbers } from '#adapters/postgres/numbers.ts';
import { type Database, openDatabase } from '#adapters/postgres/orm.ts';
import { keepsPassages } from '#adapters/postgres/passages.ts';
import { postgresPauses } from '#adapters/postgres/pauses.ts';
import { postgresPlans } from '#adapters/postgres/plans.ts';
import type { Session } from '#adapters/postgres/session.ts';
import { postgresSessions } from '#adapters/postgres/sessions.ts';
import { postgresSubscriptions } from '#adapters/postgres/subscriptions.ts';
import { postgresThrottles } from '#adapters/postgres/throttles.ts';
import { postgresTransaction } from '#adapters/postgres/transaction.ts';
import { databaseUnavailable } from '#adapters/postgres/unavailable.ts';
import type { Phone } from '#core/domain/phone.ts';
import { day, hour, minute } from '#core/domain/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openAgent, phone } from '#tests/support/shop.ts';
import { newCpf, newPhone } from '#tests/support/world.ts';

const now = new Date('2026-11-21T12:00:00Z');
const key = 'only-for-tests-only-for-tests-only';
const vault = vaultFor(key, 'tax-ids');

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const session: Session = () => database.orm.em.fork();
const stores = (of: Session) => ({
  accounts: postgresAccounts(of, vault),
  agents: postgresAgents(of),
  documents: postgresDocuments(of),
  keywordFiles: postgresKeywordFiles(of),
  looseFiles: postgresLooseFiles(of),
  passages: keepsPassages(of),
  plans: postgresPlans(of),
  subscriptions: postgresSubscriptions(of),
});

describe('AccountStore', () => {
  it('keeps a document sealed, so that neither the table nor another row tells it', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const { rows } = await database.pool.query('select * from accounts where id = any($1) order by id', [
      [one.id, other.id],
    ]);
    expect(JSON.stringify(rows)).not.toContain(one.taxId);
    expect(Buffer.from(rows[0].tax_id).includes(one.taxId)).toBe(false);
    expect((await stores(session).accounts.find(one.id))?.taxId).toBe(one.taxId);
    await database.pool.query('update accounts set tax_id = $2 where id = $1', [other.id, rows[0].tax_id]);
    await expect(stores(session).accounts.find(other.id)).rejects.toThrow();
    await database.pool.query('delete from accounts where id = $1', [other.id]);
  });

  it('does not start with a key that is not the one it was written with', async () => {
    await newAccount();
    await expect(refuseForeignKey(session(), vault)).resolves.toBeUndefined();
    await expect(refuseForeignKey(session(), vaultFor(`another-${key}`, 'tax-ids'))).rejects.toThrow(
      'SECRET_KEY',
    );
  });

  it('is new to its own transaction, and undone with it', async () => {
    const transaction = postgresTransaction(session, stores);
    const draft = accountDraft();
    const undone = transaction(null, async ({ accounts, subscriptions, plans }) => {
      const added = await accounts.add(draft);
      if (typeof added === 'string') throw new Error(added);
      expect(await accounts.find(added.id)).toEqual(added);
      const plan = await plans.find(2);
      if (plan)
        await subscriptions.put(added.id, { plan, state: 'trial', startedAt: now, endsAt: later(day) });
      expect((await subscriptions.of(added.id))?.plan.name).toBe('Profissional');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stores(session).accounts.passwordHashOf(draft.email)).toBeNull();
  });
});

describe('SessionStore', () => {
  it('moves its end on when used, writing at most once an hour', async () => {
    const { id } = await newAccount();
    const sessions = postgresSessions(database.pool);
    const hash = `hash of ${id}`;
    await sessions.open(id, hash, now, later(day));
    const used = async () => {
      const { rows } = await database.pool.query('select used_at from sessions where token_hash = $1', [
        hash,
      ]);
      return rows[0].used_at;
    };
    expect(await sessions.ownerOf(hash, later(hour - 1), later(2 * day))).toBe(id);
    expect(await used()).toEqual(now);
    expect(await sessions.ownerOf(hash, later(hour), later(2 * day))).toBe(id);
    expect(await used()).toEqual(later(hour));
    expect(await sessions.ownerOf(hash, later(2 * day - 1), later(3 * day))).toBe(id);
    expect(await sessions.ownerOf(hash, later(3 * day), later(4 * day))).toBeNull();
  });

  it('ends an unknown session without a word', async () => {
    await expect(postgresSessions(database.pool).end('nobody')).resolves.toBeUndefined();
  });
});

describe('ThrottleStore', () => {
  it('counts tries at once one by one', async () => {
    const throttles = postgresThrottles(database.pool);
    const waits = await Promise.all(
      Array.from({ length: 50 }, () => throttles.take('registerByAddress', 'at once', now)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
    expect(new Set(waits)).toEqual(new Set([0, 3_600]));
  });

  it('gives a welcome try back, and forgets a key that is cleared', async () => {
    const throttles = postgresThrottles(database.pool);
    const take = () => throttles.take('loginByEmail', 'bia', now);
    for (let tried = 0; tried < 10; tried++) expect(await take()).toBe(0);
    await throttles.giveBack('loginByEmail', 'bia');
    expect(await take()).toBe(0);
    expect(await take()).toBe(30);
    await throttles.clear('loginByEmail', 'bia');
    expect(await take()).toBe(0);
    await throttles.giveBack('loginByEmail', 'nobody');
  });
});

describe('Transaction', () => {
  it('runs those of one account one after the other, and those of others meanwhile', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const transaction = postgresTransaction(session, stores);
    const said: string[] = [];
    const slow = (accountId: number, name: string, first: Promise<void>) =>
      transaction(accountId, async () => {
        said.push(`${name} in`);
        await first;
        said.push(`${name} out`);
      });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = slow(one.id, 'one', held);
    await expect.poll(() => said).toEqual(['one in']);
    const waiting = slow(one.id, 'again', Promise.resolve());
    await slow(other.id, 'other', Promise.resolve());
    expect(said).toEqual(['one in', 'other in', 'other out']);
    letGo();
    await Promise.all([holding, waiting]);
    expect(said.slice(3)).toEqual(['one out', 'again in', 'again out']);
  });
});

describe('AgentStore', () => {
  it('names the connected agent of a number first, then the oldest, and never another account', async () => {
    const number = phone(newPhone());
    const { accountId, agentId } = await openAgent(database.pool, number);
    await openAgent(database.pool, number);
    const { agents } = stores(session);
    const second = await agents.add(accountId, { ...agentDraft(number), online: true }, now);
    const ids = async (spelling: Phone) => (await agents.byPhone(accountId, spelling)).map(({ id }) => id);
    expect(await ids(number)).toEqual([agentId, second.id]);
    await connect(second.id);
    expect(await ids(`${number.slice(0, 4)}${number.slice(5)}` as Phone)).toEqual([second.id, agentId]);
  });

  it('shows the state of the number it has now', async () => {
    const number = phone(newPhone());
    const { accountId, agentId } = await openAgent(database.pool, number);
    const { agents } = stores(session);
    await connect(agentId);
    expect((await agents.find(accountId, agentId))?.whatsapp).toBe('connected');
    const changed = await agents.change(accountId, agentId, agentDraft(phone(newPhone())));
    expect(changed?.whatsapp).toBe('disconnected');
    expect(await numberRow(agentId)).toMatchObject({ wanted: 'off', paired: true, phone: number });
  });

  it('keeps of a removed agent only the wish to unlink its number', async () => {
    const { accountId, agentId } = await openAgent(database.pool, phone(newPhone()));
    const { agents } = stores(session);
    await connect(agentId);
    expect(await agents.remove(accountId + 1, agentId)).toBe(false);
    expect(await agents.remove(accountId, agentId)).toBe(true);
    expect(await numberRow(agentId)).toMatchObject({ wanted: 'off', paired: true, state: 'disconnected' });
    expect(await agents.find(accountId, agentId)).toBeNull();
  });
});

describe('NumberStore', () => {
  it('refuses a number while the last connection is being logged out', async () => {
    const { accountId, agentId } = await openAgent(database.pool, phone(newPhone()));
    const numbers = postgresNumbers(database.pool);
    expect(await numbers.ask(accountId, agentId, 'qr', true, now)).toBe('asked');
    await connect(agentId);
    await numbers.askOff(accountId, agentId);
    expect(await numbers.ask(accountId, agentId, 'qr', true, now)).toBe('leaving');
    await database.pool.query('update numbers set paired = false where agent_id = $1', [agentId]);
    expect(await numbers.ask(accountId, agentId, 'qr', true, now)).toBe('asked');
  });

  it('adds a wish for a code to a number that is being connected, and changes nothing else', async () => {
    const { accountId, agentId } = await openAgent(database.pool, phone(newPhone()));
    const numbers = postgresNumbers(database.pool);
    await numbers.ask(accountId, agentId, 'qr', true, now);
    await database.pool.query(`update numbers set qr = 'drawn' where agent_id = $1`, [agentId]);
    expect(await numbers.ask(accountId, agentId, 'pairing-code', true, now)).toBe('asked');
    expect(await numberRow(agentId)).toMatchObject({ qr: 'drawn', pairing_code_wanted: true, wanted: 'on' });
  });

  it("touches nothing of another account's", async () => {
    const { accountId, agentId } = await openAgent(database.pool, phone(newPhone()));
    const numbers = postgresNumbers(database.pool);
    await numbers.ask(accountId, agentId, 'qr', true, now);
    expect(await numbers.ask(accountId + 1, agentId, 'qr', true, now)).toBe('no-such-agent');
    await numbers.askOff(accountId + 1, agentId);
    expect(await numbers.find(accountId + 1, agentId)).toBeNull();
    expect((await numbers.find(accountId, agentId))?.state).toBe('connecting');
  });
});

describe('PauseStore', () => {
  it('belongs to the contact, however the number is written', async () => {
    const { accountId, agentId } = await openAgent(database.pool, phone(newPhone()));
    const pauses = postgresPauses(database.pool);
    const made = await pauses.add(accountId, agentId, phone('11987654321'), now);
    const again = await pauses.add(accountId, agentId, phone('551187654321'), later(minute));
    expect([made?.isNew, again?.isNew]).toEqual([true, false]);
    expect(again?.pause).toEqual(made?.pause);
  });

  it("is null for another account's agent, and makes no contact there", async () => {
    const { agentId } = await openAgent(database.pool, phone(newPhone()));
    const stranger = await openAgent(database.pool, phone(newPhone()));
    const pauses = postgresPauses(database.pool);
    expect(await pauses.add(stranger.accountId, agentId, phone('11987654321'), now)).toBeNull();
    const made = await database.pool.query('select 1 from contacts where agent_id = $1', [agentId]);
    expect(made.rows).toEqual([]);
  });
});

describe('databaseUnavailable', () => {
  it.each([
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    Object.assign(new Error('connect ENOENT /tmp/.s.PGSQL.5432'), { code: 'ENOENT', syscall: 'connect' }),
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('sorry, too many clients already'), { code: '53300' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('wrapped', { cause: Object.assign(new Error('x'), { code: '08006' }) }),
  ])('knows that it is away by %s', (error) => {
    expect(databaseUnavailable(error)).toBe(true);
  });

  it.each([
    Object.assign(new Error('syntax error'), { code: '42601' }),
    Object.assign(new Error('duplicate key'), { code: '23505' }),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }),
    new TypeError('undefined is not a function'),
    'ECONNREFUSED',
    null,
  ])('does not take %s for that', (error) => {
    expect(databaseUnavailable(error)).toBe(false);
  });
});

// Helpers

const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const accountDraft = () => ({
  name: 'Bia',
  email: `${newCpf()}@padaria.com.br`,
  phone: phone(newPhone()),
  taxId: newCpf() as never,
  passwordHash: 'hash',
  timeZone: 'America/Sao_Paulo',
  createdAt: now,
});

const newAccount = async () => {
  const added = await stores(session).accounts.add(accountDraft());
  if (typeof added === 'string') throw new Error(added);
  return added;
};

const agentDraft = (number: Phone) => ({
  name: 'Ana',
  description: 'Atende a padaria',
  businessInfo: 'Abrimos às 6h.',
  dontKnowText: 'Já pergunto ao padeiro!',
  phone: number,
  humanPauseMinutes: 10,
});

/** As the gateway writes it down. */
const connect = (agentId: number) =>
  database.pool.query(
    `insert into numbers (agent_id, account_id, phone, phone_key, wanted, paired, state, lease_until, changed_at)
     select id, account_id, phone, phone_key, 'on', true, 'connected', 'infinity', now() from agents where id = $1
     on conflict (agent_id) do update set paired = true, state = 'connected'`,
    [agentId],
  );

const numberRow = async (agentId: number) => {
  const { rows } = await database.pool.query('select * from numbers where agent_id = $1', [agentId]);
  return rows[0];
};
