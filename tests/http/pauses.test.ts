import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { pauses } from '#adapters/http/contract/pauses.ts';
import { minute } from '#core/domain/time.ts';
import { newAgent, newPhone, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('pausing a customer', () => {
  it('answers the pause and lists it, newest first', async () => {
    const { owner, id } = await withAgent();
    const body = { agente_id: id, telefone_cliente: '(11) 98765-4321' };
    const { status, json } = await owner.send('POST', '/api/pausas', { body });
    expect(status).toBe(201);
    expect(json).toEqual({
      ...{
        id: expect.any(Number),
        agente_id: id,
        telefone_cliente: '5511987654321',
        contato_id: expect.any(Number),
      },
      ...{ data_pausa: world.clock.now().toISOString(), expira_em: null, origem: 'painel' },
    });
    world.clock.pass(minute);
    const second = await owner.gets(pauses.add, { agentId: id, customerPhone: newPhone() });
    const list = await owner.send('GET', `/api/pausas?agente_id=${id}`);
    expect(list.json.map((pause: { id: number }) => pause.id)).toEqual([second.id, json.id]);
  });

  it.each(['11987654321', '1187654321', '+55 (11) 98765-4321', '551187654321'])(
    'keeps the first pause when the customer is paused again as %s',
    async (customerPhone) => {
      const { owner, id } = await withAgent();
      const first = await owner.ask(pauses.add, { agentId: id, customerPhone: '11987654321' });
      world.clock.pass(minute);
      const again = await owner.ask(pauses.add, { agentId: id, customerPhone });
      expect([again.status, again.json]).toEqual([200, first.json]);
    },
  );

  it('twenty times at once makes one pause of one contact', async () => {
    const { owner, id } = await withAgent();
    const asked = { agentId: id, customerPhone: newPhone() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.ask(pauses.add, asked)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    const contacts = await world.pool.query('select id from contacts where account_id = $1', [owner.id]);
    expect(contacts.rows).toHaveLength(1);
  });

  it.each([
    ['nothing', {}, 400, 'Preencha todos os campos obrigatórios.'],
    ['no phone', { agente_id: 1 }, 400, 'Informe o telefone'],
    ['an empty phone', { agente_id: 1, telefone_cliente: ' ' }, 422, 'Informe o telefone'],
    [
      'half a phone',
      { agente_id: 1, telefone_cliente: '12' },
      422,
      'Telefone inválido. Informe o DDD e o número.',
    ],
    ['no agent', { telefone_cliente: '11987654321' }, 400, 'Preencha todos os campos obrigatórios.'],
    [
      'an agent there is not',
      { agente_id: 2_000_000_000, telefone_cliente: '11987654321' },
      404,
      'Não encontrado.',
    ],
  ])('is refused with %s', async (_, body, status, message) => {
    const owner = await world.owner();
    expect(await owner.send('POST', '/api/pausas', { body })).toMatchObject({ status, json: { message } });
  });

  it('lists timed pauses and commands too, until they end', async () => {
    const { owner, id } = await withAgent();
    const { contactId } = await owner.gets(pauses.add, { agentId: id, customerPhone: newPhone() });
    const inTenMinutes = new Date(world.clock.now().getTime() + 10 * minute);
    await world.pool.query(
      `insert into pauses (account_id, agent_id, contact_id, origin, paused_at, expires_at) values ($1, $2, $3, 'human', $4, $5)`,
      [owner.id, id, contactId, world.clock.now(), inTenMinutes],
    );
    const timed = { origem: 'humano', expira_em: inTenMinutes.toISOString() };
    const list = () => owner.send('GET', `/api/pausas?agente_id=${id}`);
    expect((await list()).json).toMatchObject([timed, { origem: 'painel' }]);
    world.clock.pass(10 * minute);
    expect((await list()).json).toMatchObject([{ origem: 'painel' }]);
  });

  it('keeps the row of a customer who was stopped by command', async () => {
    const { owner, id } = await withAgent();
    const customerPhone = newPhone();
    const made = await owner.gets(pauses.add, { agentId: id, customerPhone });
    await world.pool.query(`update pauses set origin = 'command' where account_id = $1`, [owner.id]);
    const again = await owner.ask(pauses.add, { agentId: id, customerPhone });
    expect([again.status, again.json.id, again.json.origem]).toEqual([200, made.id, 'comando']);
  });
});

describe('ending a pause', () => {
  it('takes it from the list, once', async () => {
    const { owner, id } = await withAgent();
    const { id: pauseId } = await owner.gets(pauses.add, { agentId: id, customerPhone: newPhone() });
    expect((await owner.ask(pauses.remove, { pauseId })).status).toBe(204);
    expect(await owner.gets(pauses.list, { agentId: id })).toEqual([]);
    expect((await owner.ask(pauses.remove, { pauseId })).status).toBe(404);
  });
});

// Helpers

const withAgent = async () => {
  const owner = await world.owner();
  const { id } = await owner.gets(agents.create, newAgent());
  return { owner, id };
};
