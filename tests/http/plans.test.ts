import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstPlans } from '#core/domain/plan.ts';
import { day } from '#core/domain/time.ts';
import { openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the plans', () => {
  it('are shown to everybody, cheapest first, with prices in reais', async () => {
    const { status, json } = await world.visitor().send('GET', '/api/planos/public');
    expect(status).toBe(200);
    expect(json.map(({ nome, preco, popular }: Shown) => [nome, preco, popular])).toEqual([
      ['Starter', 49, false],
      ['Profissional', 69, true],
      ['Premium', 99, false],
    ]);
    expect(json[1]).toEqual({
      ...{ id: 2, nome: 'Profissional', preco: 69, descricao: firstPlans[1]?.description, popular: true },
      ...{ limite_agentes: 3, limite_documentos: 5, limite_audios: 150, recursos: firstPlans[1]?.features },
    });
  });

  it('say null for audio without limit', async () => {
    const { json } = await world.visitor().send('GET', '/api/planos/public');
    expect(json.map(({ limite_audios }: Shown) => limite_audios)).toEqual([0, 150, null]);
  });

  it('are the same for an owner', async () => {
    const owner = await world.owner();
    const mine = await owner.send('GET', '/api/planos');
    expect(mine.json).toEqual((await world.visitor().send('GET', '/api/planos/public')).json);
  });
});

describe('the current plan', () => {
  it('is a trial of Profissional for who chose none', async () => {
    const owner = await world.owner();
    expect((await owner.send('GET', '/api/planos/plano')).json).toEqual({
      ...{
        id: 2,
        nome: 'Profissional',
        ativo: '1',
        limite_agentes: 3,
        limite_documentos: 5,
        limite_arquivos: 10,
        limite_audios: 150,
      },
      ...{ status: 'Trial', data_fim: new Date(world.clock.now().getTime() + 7 * day).toISOString() },
    });
  });

  it('has ended exactly seven times 24 hours later', async () => {
    const owner = await world.owner();
    world.clock.pass(7 * day - 1);
    expect((await owner.send('GET', '/api/planos/plano')).json).toMatchObject({
      ativo: '1',
      status: 'Trial',
    });
    world.clock.pass(1);
    expect((await owner.send('GET', '/api/planos/plano')).json).toMatchObject({
      ativo: '0',
      status: 'Expirado',
    });
  });

  it.each([
    ['paid', -2, 'Ativo', '1'],
    ['paid', -3, 'Expirado', '0'],
    ['pending', 5, 'Pendente', '0'],
    ['cancelled', 5, 'Cancelado', '0'],
  ])('that is %s and ends in %i days shows as %s', async (state, days, status, ativo) => {
    const owner = await world.owner();
    await world.pool.query('update subscriptions set state = $2, ends_at = $3 where account_id = $1', [
      owner.id,
      state,
      new Date(world.clock.now().getTime() + days * day),
    ]);
    expect((await owner.send('GET', '/api/planos/plano')).json).toMatchObject({ status, ativo });
  });

  it('of an account that never had one is like one that has ended', async () => {
    const owner = await world.owner();
    await world.pool.query('delete from subscriptions where account_id = $1', [owner.id]);
    expect((await owner.send('GET', '/api/planos/plano')).json).toEqual({
      ...{ id: null, nome: null, ativo: '0', limite_agentes: 0, limite_documentos: 0, limite_audios: 0 },
      ...{ limite_arquivos: 0, status: 'Expirado', data_fim: null },
    });
  });
});

// Helpers

type Shown = { nome: string; preco: number; popular: boolean; limite_audios: number | null };
