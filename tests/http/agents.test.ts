import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { pauses } from '#adapters/http/contract/pauses.ts';
import { day } from '#core/domain/time.ts';
import { newAgent, newPhone, type Owner, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('creating an agent', () => {
  it('answers the whole record in the words of the specification', async () => {
    const owner = await world.owner();
    const { status, json } = await owner.send('POST', '/api/agent', { body: form() });
    expect(status).toBe(201);
    expect(json).toEqual({
      ...form(),
      id: expect.any(Number),
      modelo: 'gpt-3.5-turbo',
      telefone_whatsapp: '5511987654321',
      tempo_pausa_humana: 15,
      tempopausahumana: 15,
      ativo: true,
      statusZap: 'desconectado',
      criado_em: world.clock.now().toISOString(),
    });
    expect((await owner.send('GET', `/api/agent/${json.id}`)).json).toEqual(json);
    const figures = {
      estatisticas: (await owner.send('GET', `/api/stats/${json.id}`)).json,
      audios: (await owner.send('GET', `/api/uso-audios/${json.id}`)).json,
      conexao: { pareado: false, motivo: null, problema: null, ate: null },
    };
    expect((await owner.send('GET', '/api/agent')).json).toEqual([{ ...json, ...figures }]);
  });

  it('pauses for ten minutes where nothing else is said', async () => {
    const owner = await world.owner();
    expect((await owner.gets(agents.create, newAgent())).humanPauseMinutes).toBe(10);
  });

  it.each(['15', 15])('takes the minutes as %j', async (minutes) => {
    const owner = await world.owner();
    const sent = await owner.send('POST', '/api/agent', { body: { ...form(), tempo_pausa_humana: minutes } });
    expect(sent.json.tempo_pausa_humana).toBe(15);
  });

  it('cleans what was typed of what cannot be stored', async () => {
    const owner = await world.owner();
    const made = await owner.gets(
      agents.create,
      newAgent({ name: '  A\0n\ud800a\u0007 ', businessInfo: 'um\r\ndois' }),
    );
    expect([made.name, made.businessInfo]).toEqual(['An\ufffda', 'um\ndois']);
  });

  it.each([
    ['without a name', { nome_agente: '' }, 'Preencha todos os campos obrigatórios.'],
    ['without a description', { descricao: ' ' }, 'Preencha todos os campos obrigatórios.'],
    ['without business information', { informacoes_negocio: '' }, 'Preencha todos os campos obrigatórios.'],
    ['without a number', { telefone_whatsapp: '' }, 'Preencha todos os campos obrigatórios.'],
    [
      'with half a number',
      { telefone_whatsapp: '5511' },
      'Número de WhatsApp inválido. Informe o DDD e o número.',
    ],
    [
      'with a name of 81 characters',
      { nome_agente: 'a'.repeat(81) },
      'Nome do agente: no máximo 80 caracteres.',
    ],
    ['with a long description', { descricao: 'a'.repeat(501) }, 'Descrição: no máximo 500 caracteres.'],
    [
      'with a whole book',
      { informacoes_negocio: 'a'.repeat(50_001) },
      'Informações do negócio: no máximo 50.000 caracteres.',
    ],
    [
      'with a pause below zero',
      { tempo_pausa_humana: -1 },
      'Tempo de pausa: um número inteiro de 0 a 1.440.',
    ],
    [
      'with a pause over a day',
      { tempo_pausa_humana: 1_441 },
      'Tempo de pausa: um número inteiro de 0 a 1.440.',
    ],
    ['with half a minute', { tempo_pausa_humana: 0.5 }, 'Tempo de pausa: um número inteiro de 0 a 1.440.'],
  ])('is refused %s', async (_, change, message) => {
    const owner = await world.owner();
    const { status, json } = await owner.send('POST', '/api/agent', { body: { ...form(), ...change } });
    expect([status, json.message]).toEqual([422, message]);
    expect(await owner.gets(agents.list, {})).toEqual([]);
  });

  it('is refused at the limit of the plan, and again possible below it', async () => {
    const owner = await world.owner({ planId: 1 });
    const { id } = await owner.gets(agents.create, newAgent());
    const limit = { status: 403, message: 'Limite de agentes do plano atingido.' };
    expect(await owner.hears(agents.create, newAgent())).toEqual(limit);
    expect(await owner.hears(agents.duplicate, { agentId: id })).toEqual(limit);
    await owner.gets(agents.remove, { agentId: id });
    expect((await owner.ask(agents.create, newAgent())).status).toBe(201);
  });

  it('lets three of fifty through that come at once at a limit of three', async () => {
    const owner = await world.owner();
    expect(await countCreated(owner, 50, () => owner.ask(agents.create, newAgent()))).toBe(3);
    expect(await owner.gets(agents.list, {})).toHaveLength(3);
  });

  it('counts creating and duplicating together', async () => {
    const owner = await world.owner();
    const { id } = await owner.gets(agents.create, newAgent());
    const created = await countCreated(owner, 50, (n) =>
      n % 2 ? owner.ask(agents.create, newAgent()) : owner.ask(agents.duplicate, { agentId: id }),
    );
    expect(created).toBe(2);
    expect(await owner.gets(agents.list, {})).toHaveLength(3);
  });

  it('is refused once the trial is over', async () => {
    const owner = await world.owner();
    const { id } = await owner.gets(agents.create, newAgent());
    world.clock.pass(7 * day);
    const refused = { status: 403, message: 'Nenhum plano ativo.' };
    expect(await owner.hears(agents.create, newAgent())).toEqual(refused);
    expect(await owner.hears(agents.duplicate, { agentId: id })).toEqual(refused);
    expect(await owner.gets(agents.list, {})).toHaveLength(1);
  });
});

describe('changing an agent', () => {
  it('writes all fields, and keeps the minutes when none are sent', async () => {
    const { owner, id } = await withAgent({ humanPauseMinutes: 30 });
    const change = newAgent({ name: 'Bia', description: 'Outra', businessInfo: 'Outra coisa' });
    const changed = await owner.gets(agents.change, { agentId: id, ...change });
    expect(changed).toMatchObject({ ...change, phone: `55${change.phone}`, humanPauseMinutes: 30 });
    expect(await owner.gets(agents.find, { agentId: id })).toEqual(changed);
  });

  it('is refused whole when one field is wrong', async () => {
    const { owner, id } = await withAgent();
    const before = await owner.gets(agents.find, { agentId: id });
    expect((await owner.ask(agents.change, { agentId: id, ...newAgent({ name: '' }) })).status).toBe(422);
    expect(await owner.gets(agents.find, { agentId: id })).toEqual(before);
  });

  it.each([
    [0, false],
    [1, true],
    [false, false],
    [true, true],
  ])('goes on and off by %j', async (status_ativo, ativo) => {
    const { owner, id } = await withAgent();
    const { status, json } = await owner.send('PUT', `/api/agent/status/${id}`, { body: { status_ativo } });
    expect([status, json.ativo]).toEqual([200, ativo]);
  });

  it.each([2, '1', null, undefined, []])('does not go on or off by %j', async (status_ativo) => {
    const { owner, id } = await withAgent();
    expect((await owner.send('PUT', `/api/agent/status/${id}`, { body: { status_ativo } })).status).toBe(400);
  });
});

describe('duplicating an agent', () => {
  it('copies settings and business information, but not the number, and stays offline', async () => {
    const { owner, id } = await withAgent({ name: 'Ana', humanPauseMinutes: 30 });
    const { status, json } = await owner.send('POST', `/api/agent/duplicate/${id}`);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...{ nome_agente: 'Ana (cópia)', descricao: newAgent().description, tempo_pausa_humana: 30 },
      ...{ telefone_whatsapp: '', ativo: false, informacoes_negocio: newAgent().businessInfo },
    });
  });
});

describe('deleting an agent', () => {
  it('leaves nothing of it', async () => {
    const { owner, id } = await withAgent();
    await owner.gets(pauses.add, { agentId: id, customerPhone: newPhone() });
    expect((await owner.ask(agents.remove, { agentId: id })).status).toBe(204);
    for (const table of ['agents', 'contacts', 'contact_identities', 'pauses', 'numbers']) {
      const left = await world.pool.query(`select * from ${table} where account_id = $1`, [owner.id]);
      expect([table, left.rows]).toEqual([table, []]);
    }
    expect((await owner.ask(agents.remove, { agentId: id })).status).toBe(404);
    expect((await owner.ask(pauses.list, { agentId: id })).status).toBe(404);
  });
});

describe('the figures of an agent', () => {
  it('are zero before its first message', async () => {
    const { owner, id } = await withAgent();
    expect((await owner.send('GET', `/api/stats/${id}`)).json).toEqual({
      ...{ enviadas: 0, recebidas: 0, numeros_unicos: 0, ultima_interacao: null },
    });
  });

  it('add up its days', async () => {
    const { owner, id } = await withAgent();
    await world.pool.query(
      `insert into agent_days (account_id, agent_id, day, slot, sent, received, contacts, last_at) values
       ($1, $2, '2026-11-20', 0, 2, 3, 1, '2026-11-20T15:00:00Z'), ($1, $2, '2026-11-21', 5, 1, 1, 1, '2026-11-21T15:00:00Z')`,
      [owner.id, id],
    );
    expect((await owner.send('GET', `/api/stats/${id}`)).json).toEqual({
      ...{ enviadas: 3, recebidas: 4, numeros_unicos: 2, ultima_interacao: '2026-11-21T15:00:00.000Z' },
    });
  });

  it.each([
    [1, { usados: 7, limite: 0, ilimitado: false }],
    [2, { usados: 7, limite: 150, ilimitado: false }],
    [3, { usados: 7, limite: 0, ilimitado: true }],
  ])("show the audio of this month of the account's zone on plan %i", async (planId, expected) => {
    const { owner, id } = await withAgent({}, { planId });
    const month = world.clock.now().toISOString().slice(0, 7);
    await world.pool.query(
      `insert into audio_months (account_id, month, used) values ($1, $2, 7), ($1, $2::date - interval '1 month', 99)`,
      [owner.id, `${month}-01`],
    );
    expect((await owner.send('GET', `/api/uso-audios/${id}`)).json).toEqual(expected);
  });
});

// Helpers

const form = () => ({
  nome_agente: 'Ana',
  descricao: 'Atende a padaria',
  informacoes_negocio: 'Abrimos às 6h.\nPão francês: R$ 1,00.',
  texto_sem_resposta: 'Já pergunto ao padeiro!',
  modelo: 'gpt-3.5-turbo',
  telefone_whatsapp: '55 11 98765-4321',
  tempo_pausa_humana: 15,
});

const withAgent = async (change = {}, registration = {}) => {
  const owner = await world.owner(registration);
  const { id } = await owner.gets(agents.create, newAgent(change));
  return { owner, id };
};

const countCreated = async (
  _owner: Owner,
  times: number,
  create: (n: number) => Promise<{ status: number }>,
): Promise<number> => {
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => create(n)));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 403]));
  return statuses.filter((status) => status === 201).length;
};
