import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { simulator } from '#adapters/http/contract/simulator.ts';
import { whatsapp } from '#adapters/http/contract/whatsapp.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresGateway } from '#adapters/postgres/gateway.ts';
import { seedPlatform } from '#adapters/postgres/seed-platform.ts';
import { demoAgent } from '#apps/server/demo-agent.pt-br.ts';
import { demoAgentId } from '#core/domain/agent.ts';
import { until } from '#tests/support/pipeline.ts';
import { phone } from '#tests/support/shop.ts';
import { newAgent, type Owner, openWorld, type World } from '#tests/support/world.ts';

const systemPhone = phone('5511900000003');

let world: World;
beforeAll(async () => {
  world = await openWorld({ workers: true });
  const vault = vaultFor('only-for-tests-only-for-tests-only', 'tax-ids');
  await seedPlatform(world.pool, vault, demoAgent(systemPhone), {
    ...{ timeZone: 'America/Sao_Paulo', linked: true, now: new Date() },
  });
});
afterAll(() => world.close());

describe('the owner of an agent whose number was lost', () => {
  it('hears of it on WhatsApp, from the platform’s own number, once a day', async () => {
    const { owner, number } = await connectedAgent();
    await unlink(owner, number);
    await until(async () => (await told(owner)).length === 1);
    expect(await told(owner)).toEqual([
      `O agente Ana, do número (${number.slice(2, 4)}) ${number.slice(4, 9)}-${number.slice(9)}, está sem WhatsApp: ` +
        'o aparelho conectado foi removido no celular. Enquanto isso ele não responde aos clientes. ' +
        'Para ele voltar, abra o painel da Prosa e clique em Conectar WhatsApp.',
    ]);
    await connect(owner, number);
    await unlink(owner, number);
    await until(async () => (await noticesOf(owner)) === 2);
    await until(nothingWaits);
    expect(await told(owner)).toHaveLength(1);
  });

  it('hears nothing when it was the owner who disconnected it', async () => {
    const { owner, number } = await connectedAgent();
    await owner.gets(whatsapp.disconnect, { phone: number });
    await until(async () => {
      const left = await world.pool.query('select from numbers where account_id = $1 and paired', [owner.id]);
      return left.rowCount === 0;
    });
    expect(await noticesOf(owner)).toBe(0);
    expect(await queuedFor(owner)).toEqual([]);
  });

  it('hears of it late rather than never when the platform’s own number is down', async () => {
    const { owner, number } = await connectedAgent();
    await owner.gets(simulator.setConnection, { phone: systemPhone, state: 'down' });
    await unlink(owner, number);
    await until(async () => (await queuedFor(owner)).length === 1);
    await world.pool.query(
      `update outbox set created_at = created_at - interval '2 days' where state = 'pending'`,
    );
    await owner.gets(simulator.setConnection, { phone: systemPhone, state: 'normal' });
    await until(async () => (await told(owner)).length === 1);
  });

  it('hears nothing about the platform’s own number', async () => {
    const { rows } = await world.pool.query('select * from numbers where agent_id = $1', [demoAgentId]);
    const [row] = rows;
    const session = { accountId: row.account_id, agentId: demoAgentId, phone: systemPhone, epoch: row.epoch };
    const before = await world.pool.query('select from outbox');
    const halted = { kind: 'halted', problem: 'banned', until: null } as const;
    await postgresGateway(world.pool).record(row.process_id, session, halted, 'Nunca.', new Date());
    expect((await world.pool.query('select from outbox')).rowCount).toBe(before.rowCount);
  });
});

// Helpers

const connectedAgent = async () => {
  const owner = await world.owner();
  const { phone: number } = await owner.gets(agents.create, newAgent());
  await connect(owner, number);
  return { owner, number };
};

const connect = async (owner: Owner, number: string) => {
  await owner.gets(whatsapp.start, { phone: number });
  await owner.gets(simulator.pair, { phone: number });
  await until(async () => (await owner.gets(whatsapp.status, { phone: number })).connected);
};

const unlink = async (owner: Owner, number: string) => {
  await owner.gets(simulator.setConnection, { phone: number, state: 'unlinked' });
  await until(async () => !(await owner.gets(whatsapp.status, { phone: number })).connected);
};

/** What stands in the platform's chat with this owner, on the simulated phone. */
const told = async (owner: Owner) => {
  const chat = await owner.gets(simulator.chat, { phone: systemPhone, contact: owner.registration.phone });
  return chat.map(({ text }) => text);
};

const noticesOf = async (owner: Owner) => {
  const found = await world.pool.query(`select from notices where account_id = $1 and kind = 'number-lost'`, [
    owner.id,
  ]);
  return found.rowCount;
};

const queuedFor = async (owner: Owner) => {
  const found = await world.pool.query(
    `select o.state from outbox o join contacts c on c.account_id = o.account_id and c.id = o.contact_id
     where o.agent_id = $1 and c.phone = $2`,
    [demoAgentId, phone(owner.registration.phone)],
  );
  return found.rows;
};

const nothingWaits = async () =>
  (await world.pool.query(`select from outbox where state in ('pending', 'sending')`)).rowCount === 0;
