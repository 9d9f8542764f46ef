import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '#adapters/http/contract/agents.ts';
import { anyText } from '#tests/support/arbitraries.ts';
import { newAgent, type Owner, openWorld, type World } from '#tests/support/world.ts';

let world: World;
let owner: Owner;
let agentId: number;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.owner({ planId: 3 });
  agentId = (await owner.gets(agents.create, newAgent())).id;
});
afterAll(() => world.close());

describe('a request that makes no sense', () => {
  it.each([
    ['half an object', '{"nome_agente":', 400],
    ['no JSON at all', 'nome_agente=Ana', 400],
    ['a list', '[]', 400],
    ['a text', '"Ana"', 400],
    ['null', 'null', 400],
    ['a number', '7', 400],
    ['an object twenty levels deep', `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`, 400],
    ['brackets without end', '['.repeat(100_000), 400],
    [
      'fields of the wrong type',
      '{"nome_agente":{},"descricao":[],"informacoes_negocio":1,"telefone_whatsapp":true}',
      400,
    ],
    ['nothing', '{}', 400],
    ['a prototype', '{"__proto__":{"nome_agente":"Ana"}}', 400],
    ['more than a megabyte', JSON.stringify({ nome_agente: 'a'.repeat(1_048_577) }), 413],
  ])('with %s is refused with %i', async (_, raw, status) => {
    const answer = await owner.send('POST', '/api/agent', { raw });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      message: expect.any(String),
      error: answer.json.message,
      code: expect.any(String),
      id: answer.headers.get('X-Request-Id'),
      ...(answer.json.details && { details: answer.json.details }),
    });
  });

  it('names every field that is missing', async () => {
    const { json } = await owner.send('POST', '/api/agent', {
      body: { nome_agente: 'Ana', descricao: null },
    });
    expect(json.message).toBe('Preencha todos os campos obrigatórios.');
    expect(json.details.map(({ campo }: { campo: string }) => campo)).toEqual([
      'descricao',
      'informacoes_negocio',
      'telefone_whatsapp',
    ]);
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-8', 400],
    ['', 415],
  ])('of type %j is refused with %i', async (type, status) => {
    const answer = await owner.send('POST', '/api/agent', { raw: '{}', headers: { 'Content-Type': type } });
    expect(answer.status).toBe(status);
  });

  it('takes a body whose last field is said twice as JSON does', async () => {
    const answer = await owner.send('PUT', `/api/agent/status/${agentId}`, {
      raw: '{"status_ativo":0,"status_ativo":1}',
    });
    expect([answer.status, answer.json.ativo]).toEqual([200, true]);
  });

  it('with a query that says a thing twice is refused', async () => {
    const answer = await owner.send('GET', `/api/pausas?agente_id=${agentId}&agente_id=${agentId}`);
    expect(answer.status).toBe(400);
  });

  it.each([
    'limite=x',
    'limite=-1',
    'cursor=abc',
    'data_inicio=ontem',
    'data_fim=2026-02-30',
    'data_fim=9999-12-31',
    'data_inicio=0000-01-01',
    'agente_id=',
  ])('with the filter %s is refused', async (query) => {
    const path = query.startsWith('agente') ? '/api/pausas' : `/api/zap/messages/${agentId}`;
    expect((await owner.send('GET', `${path}?${query}`)).status).toBe(400);
  });

  it.each([
    'data_fim=2199-12-31',
    'data_inicio=1900-01-01',
    'data_inicio=2199-12-31&data_fim=1900-01-01',
    'limite=0',
    'cursor=999999999999999-1',
  ])('with the extreme filter %s is answered', async (query) => {
    const answer = await owner.send('GET', `/api/zap/messages/${agentId}?${query}`);
    expect([answer.status, answer.json]).toEqual([200, []]);
  });

  it.each(['/api', '/api/', '/api/nada', '/api/agent/1/2/3', '/api//agent'])(
    'at %s is not found',
    async (path) => {
      expect((await owner.send('GET', path)).status).toBe(404);
    },
  );

  it('by a method that the address does not take is told which it takes', async () => {
    const answer = await owner.send('PATCH', '/api/agent', { body: {} });
    expect([answer.status, answer.json.code]).toEqual([405, 'method-not-allowed']);
    expect(answer.headers.get('Allow')).toContain('POST');
  });

  it('asks with OPTIONS and HEAD what it may, and no other site is invited', async () => {
    const options = await owner.send('OPTIONS', '/api/agent');
    expect([options.status, options.headers.get('Allow')]).toEqual([200, 'HEAD, GET, POST']);
    const head = await owner.send('HEAD', '/api/agent');
    expect([head.status, head.text]).toEqual([200, '']);
    for (const answer of [options, head]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('every call', () => {
  it('survives whatever is sent to it', { timeout: 120_000 }, async () => {
    const calls = world.routes.map(({ contract }) => contract);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), body, fc.string(), async (contract, sent, word) => {
        const path = `/api${contract.path.replace(/:\w+/g, () => segment(word, agentId))}`;
        const answer = await owner.send(
          contract.method,
          path,
          contract.method === 'GET' ? {} : { body: sent },
        );
        expect(
          answer.status,
          `${contract.method} ${path} ${JSON.stringify(sent)} ${answer.text}`,
        ).toBeLessThan(500);
      }),
      { numRuns: 1_000 },
    );
    expect(world.lines.filter((line) => line.includes('"fault"'))).toEqual([]);
  });

  it('survives any query', { timeout: 120_000 }, async () => {
    const calls = world.routes.map(({ contract }) => contract).filter(({ method }) => method === 'GET');
    const query = fc.dictionary(fc.oneof(fieldName, fc.string()), fc.oneof(anyText, plausible), {
      maxKeys: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), query, async (contract, asked) => {
        const path = `/api${contract.path.replace(/:\w+/g, String(agentId))}`;
        const wellFormed = Object.entries(asked).map(([name, value]): [string, string] => [
          name.toWellFormed(),
          value.toWellFormed(),
        ]);
        const answer = await owner.send('GET', `${path}?${new URLSearchParams(wellFormed)}`);
        expect(answer.status, `${path} ${JSON.stringify(asked)} ${answer.text}`).toBeLessThan(500);
      }),
      { numRuns: 500 },
    );
  });
});

// Helpers

const fieldName = fc.constantFrom(
  ...[
    'nome',
    'email',
    'telefone',
    'senha',
    'cpf',
    'cnpj_cpf',
    'plano_id',
    'fuso_horario',
    'nome_agente',
    'descricao',
  ],
  ...[
    'informacoes_negocio',
    'modelo',
    'telefone_whatsapp',
    'tempo_pausa_humana',
    'status_ativo',
    'agente_id',
  ],
  ...[
    'telefone_cliente',
    'contato',
    'texto',
    'audio',
    'imagem',
    'legenda',
    'duracao',
    'de_mim',
    'grupo',
    'id',
  ],
  ...[
    'enviado_em',
    'estado',
    'como',
    'limite',
    'cursor',
    'data_inicio',
    'data_fim',
    '__proto__',
    'constructor',
  ],
);

/** At the edges of what some field takes. */
const plausible = fc.constantFrom(
  ...[
    '0',
    '-1',
    '1',
    '5000',
    '999999',
    '1-1',
    '999999999999999-999999999999999',
    '11987654321',
    '52998224725',
  ],
  ...[
    '2026-11-21',
    '0000-01-01',
    '9999-12-31',
    '2199-12-31',
    '1900-01-01',
    '0001-01-01T00:00:00Z',
    'America/Manaus',
  ],
  ...['', '\0', '🥐', 'bia@padaria.com.br', 'caida', 'normal', 'true'],
);

const value = fc.oneof(
  anyText,
  plausible,
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1, 2_147_483_648, Number.MAX_SAFE_INTEGER + 2, 1e308, true, false, null),
  fc.jsonValue(),
);

/** Mostly fields that some call knows, with values that some field takes. */
const body = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(fieldName, value, { maxKeys: 12 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const segment = (word: string, id: number): string =>
  word.length % 2 === 0 ? String(id) : encodeURIComponent(word.toWellFormed());
