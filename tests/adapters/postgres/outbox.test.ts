import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresHistory } from '#adapters/postgres/history.ts';
import type { Line, Queued } from '#core/ports/outbox-store.ts';
import {
  answeredWith,
  atOnce,
  everyBucket,
  message,
  openAgent,
  openLine,
  openShop,
  phone,
  type Shop,
} from '#tests/support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  shop = { ...shop, session: await openAgent(shop.pool, phone('11987654321')) };
});
afterAll(() => shop.close());

describe('OutboxStore', () => {
  it('sends a contact’s messages in order, one under way at a time', async () => {
    await answered(ana, 'um', 'dois');
    const [first, ...others] = await claim();
    expect(first?.text).toBe('um');
    expect(others).toEqual([]);
    expect(await claim([first])).toEqual([]);
    await settle(first, { kind: 'accepted' });
    expect((await claim())[0]?.text).toBe('dois');
  });

  it('takes nothing up for a number that another process holds, or whose lease is over', async () => {
    await answered(ana, 'um');
    const line = await openLine(shop.pool, shop.session);
    expect(await shop.outbox.claim('other', [line], [], 10, new Date())).toEqual([]);
    expect(await claim([], undefined, { epoch: 2 })).toEqual([]);
    await shop.pool.query('update numbers set lease_until = now() where agent_id = $1', [line.agentId]);
    expect(await claim()).toEqual([]);
    await shop.pool.query(`update numbers set lease_until = 'infinity' where agent_id = $1`, [line.agentId]);
    expect(await claim()).toHaveLength(1);
  });

  it('takes up no more for a number than it has places, the oldest first', async () => {
    await answered(ana, 'para Ana');
    await answered(rui, 'para Rui');
    expect((await claim([], undefined, { places: 1 })).map(({ text }) => text)).toEqual(['para Ana']);
  });

  it('leaves automatic messages alone where only one of them, or none, may leave', async () => {
    await answered(ana, 'para Ana');
    await answered(rui, 'para Rui');
    expect(await claim([], undefined, { automatic: 'none' })).toEqual([]);
    await shop.pool.query(`update outbox set source = 'panel' where account_id = $1 and text = 'para Rui'`, [
      shop.session.accountId,
    ]);
    const fromThePanel = await claim([], undefined, { automatic: 'none' });
    expect(fromThePanel.map(({ text }) => text)).toEqual(['para Rui']);
    const [next] = await upcoming();
    expect(
      (await claim(fromThePanel, undefined, { automatic: next?.id ?? 0 })).map(({ text }) => text),
    ).toEqual(['para Ana']);
  });

  it('tells the next automatic message of a number, and what would become of it', async () => {
    expect(await upcoming()).toEqual([]);
    await answered(ana, 'um', 'dois');
    expect(await upcoming()).toMatchObject([{ text: 'um', fate: 'sent', chat: `${ana}@s.whatsapp.net` }]);
    await claim();
    expect(await upcoming()).toMatchObject([{ text: 'um', fate: 'sent-again' }]);
    expect(await upcoming(new Date(Date.now() + 7 * 3_600_000))).toMatchObject([{ fate: 'dropped' }]);
  });

  it('gives nothing back, and withholds nothing, that somebody else has claimed since', async () => {
    await answered(ana, 'um');
    const [stale] = await claim();
    const [current] = await claim();
    if (stale) await shop.outbox.putBack(stale);
    if (stale) await shop.outbox.withhold(stale, new Date());
    await settle(current, { kind: 'accepted' });
    expect(await outcomes()).toEqual(['answered']);
    expect(
      (
        await shop.pool.query(`select attempts, state from outbox where account_id = $1`, [
          shop.session.accountId,
        ])
      ).rows,
    ).toEqual([{ attempts: 2, state: 'accepted' }]);
  });

  it('sends to different contacts at once', async () => {
    await answered(ana, 'para Ana');
    await answered(rui, 'para Rui');
    expect((await claim()).map(({ text }) => text).sort()).toEqual(['para Ana', 'para Rui']);
  });

  it('sends what was under way when a process died first, with the same id', async () => {
    await answered(ana, 'um', 'dois');
    const [lost] = await claim();
    const [again] = await claim();
    expect(again).toMatchObject({ id: lost?.id, providerId: lost?.providerId, text: 'um', attempts: 2 });
  });

  it('tries again with the same id, and not before its time, when the network did not answer', async () => {
    await answered(ana, 'um');
    const [tried] = await claim();
    const later = new Date(Date.now() + 1_000);
    await settle(tried, { kind: 'unknown' }, later);
    expect(await claim()).toEqual([]);
    expect((await claim([], later))[0]?.providerId).toBe(tried?.providerId);
  });

  it('never takes up two messages of a contact at once, however many ask', async () => {
    await answered(ana, 'um');
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim()));
    expect(claims.flat().length).toBeGreaterThanOrEqual(1);
    expect(new Set(claims.flat().map(({ providerId }) => providerId)).size).toBe(1);
  });

  it('cancels an answer to a contact who was paused meanwhile, and records why', async () => {
    await answered(ana, 'um');
    await shop.pool.query(
      `insert into pauses (account_id, contact_id, agent_id, origin, paused_at)
       select account_id, id, agent_id, 'list', now() from contacts where account_id = $1`,
      [shop.session.accountId],
    );
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['paused']);
  });

  it('lets an answer expire after fifteen minutes when the customer has not written for six hours', async () => {
    await answered(ana, 'um');
    const inSixHours = new Date(Date.now() + 6 * 3_600_000 + 60_000);
    expect(await claim([], inSixHours)).toEqual([]);
    expect(await outcomes()).toEqual(['expired']);
  });

  it('lets an answer expire likewise when the network never said whether it has it', async () => {
    await answered(ana, 'um');
    await claim();
    expect(await claim([], new Date(Date.now() + 6 * 3_600_000 + 60_000))).toEqual([]);
    expect(await outcomes()).toEqual(['expired']);
  });

  it('lets an answer expire likewise when the agent has no line any more', async () => {
    await answered(ana, 'um');
    await shop.outbox.expire(new Date(Date.now() + 6 * 3_600_000 - 60_000));
    expect(await outcomes()).toEqual(['answered']);
    await shop.outbox.expire(new Date(Date.now() + 6 * 3_600_000 + 60_000));
    expect(await outcomes()).toEqual(['expired']);
  });

  it('gives up a message that sixty tries did not bring through, and goes on with the next', async () => {
    await answered(ana, 'um', 'dois');
    for (let tries = 0; tries < 60; tries += 1) expect((await claim())[0]?.text).toBe('um');
    expect((await claim())[0]?.text).toBe('dois');
  });

  it('takes no request to hold on for the answer that was called back', async () => {
    const turn = await opened(ana);
    if (turn)
      await shop.conversations.retryTurn(
        turn,
        new Date(),
        { files: [], holdOnText: 'Já te respondo.' },
        new Date(),
      );
    await settle((await claim())[0], { kind: 'accepted' });
    const resumed = await openedAgain();
    if (resumed) await shop.conversations.closeTurn(resumed, answeredWith('um'), new Date());
    await shop.conversations.ownerWrote(
      shop.session,
      message(ana, 'Oi, é a Bia', { author: 'owner' }),
      { kind: 'none' },
      new Date(),
    );
    expect(await outcomes()).toEqual(['human-took-over']);
  });

  it('shows the owner no answer that the customer never got', async () => {
    await answered(ana, 'um');
    await settle((await claim())[0], { kind: 'rejected', why: '463' });
    const page = await postgresHistory(shop.pool).pageOf(shop.session.accountId, shop.session.agentId, {
      phone: null,
      from: null,
      until: null,
      cursor: null,
      limit: 10,
    });
    expect(page.entries).toMatchObject([{ question: 'Oi', answer: null, outcome: 'expired' }]);
  });

  it('still sends an old answer to a customer who wrote lately', async () => {
    await answered(ana, 'um');
    expect(await claim([], new Date(Date.now() + 3_600_000))).toHaveLength(1);
  });

  it('records a message that the network refuses as not delivered', async () => {
    await answered(ana, 'um');
    const [refused] = await claim();
    await settle(refused, { kind: 'rejected', why: '463' });
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['expired']);
  });

  it('gives a message that the owner overtook to the owner', async () => {
    await answered(ana, 'um');
    const [overtaken] = await claim();
    if (overtaken) await shop.outbox.withhold(overtaken, new Date());
    expect(await claim()).toEqual([]);
    expect(await outcomes()).toEqual(['human-took-over']);
  });

  it('counts what the network accepted, once', async () => {
    await answered(ana, 'um');
    const [sent] = await claim();
    await settle(sent, { kind: 'accepted' });
    await settle(sent, { kind: 'accepted' });
    const counted = await shop.pool.query(
      'select sum(sent)::int as sent, sum(received)::int as received from agent_days where account_id = $1',
      [shop.session.accountId],
    );
    expect(counted.rows).toEqual([{ sent: 1, received: 1 }]);
  });
});

// Helpers

const ana = phone('21987650001');
const rui = phone('21987650002');

const answered = async (customer: typeof ana, ...texts: string[]) => {
  const turn = await opened(customer);
  if (turn) await shop.conversations.closeTurn(turn, answeredWith(...texts), new Date());
};

const opened = async (customer: typeof ana) => {
  await shop.conversations.accept(shop.session, message(customer, 'Oi'), atOnce, new Date());
  return openedAgain();
};

const openedAgain = async () => {
  const now = new Date();
  const [due] = await shop.conversations.claimDue(everyBucket, 10, 60_000, now);
  return due ? shop.conversations.openTurn(due, now) : null;
};

const claim = async (
  underWay: readonly (Queued | undefined)[] = [],
  now = new Date(),
  change: Partial<Line> = {},
) =>
  shop.outbox.claim(
    'gateway',
    [{ ...(await openLine(shop.pool, shop.session)), ...change }],
    underWay.flatMap((queued) => queued?.id ?? []),
    10,
    now,
  );

const upcoming = async (now = new Date()) =>
  shop.outbox.upcoming([await openLine(shop.pool, shop.session)], [], now);

const settle = async (
  queued: Queued | undefined,
  result: Parameters<Shop['outbox']['settle']>[0][number]['result'],
  retryAt = new Date(),
) => {
  if (queued) await shop.outbox.settle([{ message: queued, result, retryAt }], new Date());
};

const outcomes = async () => {
  const turns = await shop.pool.query<{ outcome: string }>(
    'select outcome from turns where account_id = $1 order by id',
    [shop.session.accountId],
  );
  return turns.rows.map((row) => row.outcome);
};
