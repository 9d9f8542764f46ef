import fc from 'fast-check';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { bindContact, inTransaction } from '#adapters/postgres/contacts.ts';
import { postgresConversations } from '#adapters/postgres/conversations.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { postgresStats } from '#adapters/postgres/stats.ts';
import { dueAt } from '#core/domain/burst.ts';
import { byPhone } from '#core/domain/contact.ts';
import type { OpenTurn } from '#core/ports/conversation-store.ts';
import type { IncomingMessage } from '#core/ports/messenger.ts';
import {
  answeredWith,
  atOnce,
  everyBucket,
  lid,
  message,
  openAgent,
  openLine,
  openShop,
  phone,
  type Shop,
  someoneWaitsForLock,
} from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('ConversationStore.accept', () => {
  it('keeps a message that arrives twice once', async () => {
    const once = message(newCustomer(), 'Vocês abrem domingo?');
    expect(await accept(once)).toBe('accepted');
    expect(await accept(once)).toBe('duplicate');
    expect((await openNext(once))?.messages).toHaveLength(1);
  });

  it('keeps a message that arrives twenty times at once once', async () => {
    const once = message(newCustomer(), 'Oi');
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(once)));
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
  });

  it('takes the same id in another chat for another message', async () => {
    const [one, other] = [newCustomer(), newCustomer()];
    expect(await accept(message(one, 'Oi', { providerId: 'SAME' }))).toBe('accepted');
    expect(await accept(message(other, 'Oi', { providerId: 'SAME' }))).toBe('accepted');
  });

  it('makes one contact of a newcomer whose messages arrive at the same moment', async () => {
    const customer = newCustomer();
    await Promise.all(Array.from({ length: 20 }, (_, n) => accept(message(customer, `mensagem ${n}`))));
    const contacts = await shop.pool.query('select id from contacts where account_id = $1 and phone = $2', [
      shop.session.accountId,
      customer,
    ]);
    expect(contacts.rowCount).toBe(1);
  });

  it('knows a customer by number without the ninth digit and by LID as the same contact', async () => {
    const customer = phone('31988887777');
    const withoutNine = { ...byPhone(phone('3188887777')) };
    await accept(message(customer, 'um'));
    await accept(message(customer, 'dois', { identities: [withoutNine, lid('777@lid')] }));
    await accept(message(customer, 'três', { identities: [lid('777@lid')], chat: '777@lid' }));
    expect((await openNext(message(customer, '')))?.messages.map(({ text }) => text)).toEqual([
      'um',
      'dois',
      'três',
    ]);
  });

  it('merges two contacts that turn out to be one, with all they said', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'pelo número'));
    await accept(message(customer, 'pelo LID', { identities: [lid('888@lid')], chat: '888@lid' }));
    await accept(message(customer, 'pelos dois', { identities: [byPhone(customer), lid('888@lid')] }));
    const turn = await openNext(message(customer, ''));
    expect(turn?.messages.map(({ text }) => text)).toEqual(['pelo número', 'pelo LID', 'pelos dois']);
  });

  it('counts two contacts that turn out to be one as one', async () => {
    const [customer, before] = [newCustomer(), await contactsCounted()];
    await accept(message(customer, 'pelo número'));
    await accept(message(customer, 'pelo LID', { identities: [lid('889@lid')] }));
    expect(await contactsCounted()).toBe(before + 2);
    await accept(message(customer, 'pelos dois', { identities: [byPhone(customer), lid('889@lid')] }));
    expect(await contactsCounted()).toBe(before + 1);
  });
});

describe('A message that comes in while its contact is merged into another', () => {
  it('is answered as the other’s when it meets the conversation', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'pelo número'));
    await accept(message(customer, 'pelo LID', { identities: [lid('901@lid')] }));
    const late = message(customer, 'bem na hora', { identities: [lid('901@lid')] });
    const kept = await whileMerged([byPhone(customer), lid('901@lid')], () => accept(late));
    expect(await kept).toBe('accepted');
    expect(textsOf(await openNext(message(customer, '')))).toEqual([
      'pelo número',
      'pelo LID',
      'bem na hora',
    ]);
  });

  it('is answered as the other’s when it is the contact’s first', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'pelo número'));
    await whileMerged([lid('902@lid')], async () => undefined);
    const late = message(customer, 'bem na hora', { identities: [lid('902@lid')] });
    const kept = await whileMerged([byPhone(customer), lid('902@lid')], () => accept(late));
    expect(await kept).toBe('accepted');
    expect(textsOf(await openNext(message(customer, '')))).toEqual(['pelo número', 'bem na hora']);
  });
});

describe('ConversationStore turns', () => {
  it('waits for the end of a burst and answers it as one turn', async () => {
    const customer = newCustomer();
    const start = new Date();
    const late = (ms: number) => new Date(start.getTime() + ms);
    await shop.conversations.accept(shop.session, message(customer, 'Oi'), burst, late(0));
    await shop.conversations.accept(shop.session, message(customer, 'tudo bem?'), burst, late(2_000));
    expect(await claimOf(customer, late(4_900))).toBeUndefined();
    const turn = await openNext(message(customer, ''), late(5_000));
    expect(turn?.messages.map(({ text }) => text)).toEqual(['Oi', 'tudo bem?']);
  });

  it('answers a customer who never stops writing fifteen seconds after the first message', async () => {
    const customer = newCustomer();
    const start = new Date();
    for (let n = 0; n < 16; n += 1) {
      const at = new Date(start.getTime() + n * 1_000);
      await shop.conversations.accept(shop.session, message(customer, `${n}`), burst, at);
    }
    expect(await claimOf(customer, new Date(start.getTime() + 14_900))).toBeUndefined();
    expect(await claimOf(customer, new Date(start.getTime() + 15_000))).toBeDefined();
  });

  it('is due when the rule of bursts says, whenever its messages come', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 6_000 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(gaps, async (waits) => {
        const customer = newCustomer();
        const first = new Date();
        let last = first;
        for (const wait of [0, ...waits]) {
          last = new Date(last.getTime() + wait);
          await shop.conversations.accept(shop.session, message(customer, 'Oi'), burst, last);
        }
        const due = await shop.pool.query<{ run_after: Date }>(
          'select run_after from conversations where contact_id = $1',
          [await contactOf(message(customer, ''))],
        );
        expect(due.rows[0]?.run_after).toEqual(
          dueAt(first, last, { windowMs: burst.dueInMs, maxMs: burst.maxMs }),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('gives a conversation to one worker at a time', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    const claims = await Promise.all(Array.from({ length: 10 }, () => claimOf(customer)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  it('answers what came while a turn was under way in the next turn', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Quanto custa o corte?'));
    const first = await openNext(message(customer, ''));
    await accept(message(customer, 'E a escova?'));
    expect(await close(first, 'R$ 80.')).toBe(true);
    const second = await openNext(message(customer, ''));
    expect(second?.messages.map(({ text }) => text)).toEqual(['E a escova?']);
    expect(second?.history.map(({ author, text }) => [author, text])).toEqual([
      ['customer', 'Quanto custa o corte?'],
      ['agent', 'R$ 80.'],
    ]);
  });

  it('lets nobody end a turn whose lease another worker has taken over', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    const dead = await openNext(message(customer, ''));
    await shop.pool.query(`update conversations set lease_until = '-infinity' where contact_id = $1`, [
      dead?.claim.contactId,
    ]);
    const heir = await openNext(message(customer, ''));
    expect(heir?.id).toBe(dead?.id);
    expect(heir?.attempts).toBe(2);
    expect(await close(dead, 'do morto')).toBe(false);
    expect(await close(heir, 'do vivo')).toBe(true);
  });

  it('replays the recorded steps of a turn that is resumed', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    const turn = await openNext(message(customer, ''));
    const step = { call: { id: 'c1', name: 'hand-over' as const, input: {} }, result: 'ok' };
    expect(turn && (await shop.conversations.recordStep(turn, 0, step))).toBe(true);
    expect(turn && (await shop.conversations.recordStep(turn, 0, step))).toBe(true);
    await shop.pool.query(`update conversations set lease_until = '-infinity' where contact_id = $1`, [
      turn?.claim.contactId,
    ]);
    expect((await openNext(message(customer, '')))?.steps).toEqual([step]);
  });

  it('leaves a turn open until the model is tried again, and counts the failure', async () => {
    const customer = newCustomer();
    const now = new Date();
    await accept(message(customer, 'Oi'), now);
    const turn = await openNext(message(customer, ''), now);
    const at = new Date(now.getTime() + 3_000);
    expect(
      turn &&
        (await shop.conversations.retryTurn(
          turn,
          at,
          { files: [], holdOnText: 'Recebi sua mensagem! Já te respondo.' },
          now,
        )),
    ).toBe(true);
    expect(await claimOf(customer, now)).toBeUndefined();
    const again = await openNext(message(customer, ''), at);
    expect(again).toMatchObject({ id: turn?.id, failures: 1, attempts: 1 });
    expect(again?.messages.map(({ text }) => text)).toEqual(['Oi']);
  });

  it('re-arms a conversation that lost its wake-up', async () => {
    const customer = newCustomer();
    const before = new Date(Date.now() - 120_000);
    await accept(message(customer, 'Oi'), before);
    await shop.pool.query('update conversations set run_after = null where account_id = $1', [
      shop.session.accountId,
    ]);
    expect(await shop.conversations.rearm(new Date())).toBeGreaterThan(0);
    expect(await claimOf(customer)).toBeDefined();
  });
});

describe('A claim that finds nothing to answer', () => {
  it('leaves the conversation due for a message that comes in at that moment', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    const turn = await openNext(message(customer, ''));
    await shop.conversations.ownerWrote(
      shop.session,
      owned(customer, '/start'),
      { kind: 'start' },
      new Date(),
    );
    await close(turn, 'Olá!');
    const nothing = await claimOf(customer);
    const writer = await shop.pool.connect();
    const whileReleasing = {
      query: async (statement: string | QueryConfig, values?: unknown[]) => {
        if (typeof statement === 'object') return shop.pool.query(statement);
        await writer.query('begin');
        const incoming = message(customer, 'Tem horário?');
        await storesOver(writer).accept(shop.session, incoming, atOnce, new Date());
        const released = shop.pool.query(statement, values);
        await someoneWaitsForLock(shop.pool);
        await writer.query('commit');
        return released;
      },
    };
    expect(nothing && (await storesOver(whileReleasing).openTurn(nothing, new Date()))).toBeNull();
    writer.release();
    expect((await openNext(message(customer, '')))?.messages.map(({ text }) => text)).toEqual([
      'Tem horário?',
    ]);
  });

  it('forgets a message that was kept while its agent was deleted', async () => {
    const doomed = await openAgent(shop.pool, phone('11987650000'));
    const { accountId, agentId } = doomed;
    const incoming = () => message(phone('21960000001'), 'Oi');
    await shop.conversations.accept(doomed, incoming(), atOnce, new Date());
    const database = await openDatabase(shop.url);
    const late = await database.orm.em.transactional(async (em) => {
      await postgresAgents(() => em).remove(accountId, agentId);
      const kept = shop.conversations.accept(doomed, incoming(), atOnce, new Date());
      await someoneWaitsForLock(shop.pool);
      return { kept };
    });
    expect(await late.kept).toBe('accepted');
    await database.close();
    const due = await shop.conversations.claimDue(everyBucket, 100, 60_000, new Date());
    const claim = due.find((each) => each.accountId === accountId);
    expect(claim && (await shop.conversations.openTurn(claim, new Date()))).toBeNull();
    for (const table of ['conversations', 'messages', 'turns', 'agent_days']) {
      const left = await shop.pool.query(`select 1 from ${table} where agent_id = $1`, [agentId]);
      expect([table, left.rowCount]).toEqual([table, 0]);
    }
  });
});

describe('ConversationStore.ownerWrote', () => {
  it('ends the turn under way as the owner’s and cancels what is not sent yet', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    const first = await openNext(message(customer, ''));
    await close(first, 'Olá!');
    await accept(message(customer, 'Tem horário?'));
    const second = await openNext(message(customer, ''));
    await ownerWrites(customer, 'Oi, é a Bia');
    expect(await close(second, 'Tenho!')).toBe(false);
    expect(await outcomesOf(customer)).toEqual(['human-took-over', 'human-took-over']);
    const sent = await shop.outbox.claim(
      'gateway',
      [await openLine(shop.pool, shop.session)],
      [],
      100,
      new Date(),
    );
    expect(sent.filter((queued) => queued.phone === customer)).toEqual([]);
  });

  it('records a message that was still waiting as the owner’s', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    await ownerWrites(customer, 'Oi, é a Bia');
    expect(await outcomesOf(customer)).toEqual(['human-took-over']);
    expect(await claimOf(customer)).toBeUndefined();
  });

  it('pauses until the given moment, and what comes meanwhile knows it', async () => {
    const customer = newCustomer();
    await ownerWrites(customer, 'Oi');
    await accept(message(customer, 'Obrigada'));
    expect((await openNext(message(customer, '')))?.paused).toBe('human');
  });

  it('ends every pause of the customer with /start', async () => {
    const customer = newCustomer();
    await shop.conversations.ownerWrote(shop.session, owned(customer, '/stop'), { kind: 'stop' }, new Date());
    await ownerWrites(customer, 'Oi');
    await shop.conversations.ownerWrote(
      shop.session,
      owned(customer, '/start'),
      { kind: 'start' },
      new Date(),
    );
    await accept(message(customer, 'Oi'));
    expect((await openNext(message(customer, '')))?.paused).toBeNull();
  });

  it('only keeps a message that was handed over after its pause was over', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    await shop.conversations.ownerWrote(
      shop.session,
      owned(customer, 'de ontem'),
      { kind: 'past' },
      new Date(),
    );
    const turn = await openNext(message(customer, ''));
    expect(turn?.paused).toBeNull();
    expect(turn?.history.map(({ text }) => text)).toEqual(['de ontem']);
  });

  it('changes nothing for what we sent ourselves', async () => {
    const customer = newCustomer();
    await accept(message(customer, 'Oi'));
    await close(await openNext(message(customer, '')), 'Olá!');
    const claimed = await shop.outbox.claim(
      'gateway',
      [await openLine(shop.pool, shop.session)],
      [],
      100,
      new Date(),
    );
    const ours = claimed.find((queued) => queued.phone === customer);
    const echo = owned(customer, 'Olá!', { providerId: ours?.providerId ?? '' });
    expect(await shop.conversations.ownerWrote(shop.session, echo, untilLater(), new Date())).toBe(
      'duplicate',
    );
    await accept(message(customer, 'E aí'));
    expect((await openNext(message(customer, '')))?.paused).toBeNull();
  });
});

// Helpers

const burst = { dueInMs: 3_000, maxMs: 15_000 };
let customers = 0;

const newCustomer = () => {
  customers += 1;
  return phone(`219${String(70_000_000 + customers)}`);
};

const accept = (incoming: IncomingMessage, now = new Date()) =>
  shop.conversations.accept(shop.session, incoming, atOnce, now);

/** The stores over one connection, or over one that does something in between. */
const storesOver = (connection: { query: unknown }) =>
  postgresConversations(connection as unknown as Pool, connection as unknown as Pool);

const contactsCounted = async () =>
  (await postgresStats(shop.pool).ofAgent(shop.session.accountId, shop.session.agentId)).contacts;

const textsOf = (turn: OpenTurn | null) => turn?.messages.map(({ text }) => text);

/** Begins something while the contacts with these names are being made one, and lets it go on when they are. */
const whileMerged = async <Answer>(
  identities: IncomingMessage['identities'],
  begin: () => Promise<Answer>,
): Promise<Promise<Answer>> => {
  const { accountId, agentId } = shop.session;
  const { begun } = await inTransaction(shop.pool, async (client) => {
    await bindContact(client, accountId, agentId, { identities, name: null, chat: null }, new Date());
    const begun = begin();
    await pause(100);
    return { begun };
  });
  return begun;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const contactOf = async (incoming: IncomingMessage): Promise<number> => {
  const found = await shop.pool.query<{ contact_id: string }>(
    `select contact_id from contact_identities where account_id = $1 and kind = 'phone' and value = $2`,
    [shop.session.accountId, incoming.identities[0]?.value],
  );
  return Number(found.rows[0]?.contact_id);
};

/** Claims until the customer's conversation is among the claimed ones; others are put aside as answered. */
const claimOf = async (customer: ReturnType<typeof phone>, now = new Date()) => {
  const contactId = await contactOf(message(customer, ''));
  const claims = await shop.conversations.claimDue(everyBucket, 100, 60_000, now);
  return claims.find((claim) => claim.contactId === contactId);
};

const openNext = async (incoming: IncomingMessage, now = new Date()): Promise<OpenTurn | null> => {
  const contactId = await contactOf(incoming);
  const claims = await shop.conversations.claimDue(everyBucket, 100, 60_000, now);
  const claim = claims.find((each) => each.contactId === contactId);
  return claim ? shop.conversations.openTurn(claim, now) : null;
};

const close = async (turn: OpenTurn | null, text: string) =>
  turn !== null && (await shop.conversations.closeTurn(turn, answeredWith(text), new Date()));

const owned = (customer: ReturnType<typeof phone>, text: string, change: Partial<IncomingMessage> = {}) =>
  message(customer, text, { author: 'owner', ...change });

const untilLater = () => ({ kind: 'until', until: new Date(Date.now() + 600_000) }) as const;

const ownerWrites = (customer: ReturnType<typeof phone>, text: string) =>
  shop.conversations.ownerWrote(shop.session, owned(customer, text), untilLater(), new Date());

const outcomesOf = async (customer: ReturnType<typeof phone>) => {
  const contactId = await contactOf(message(customer, ''));
  const turns = await shop.pool.query<{ outcome: string }>(
    'select outcome from turns where account_id = $1 and contact_id = $2 order by id',
    [shop.session.accountId, contactId],
  );
  return turns.rows.map((row) => row.outcome);
};
