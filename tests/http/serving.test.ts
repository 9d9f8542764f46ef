import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRegistration, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('before the pages are built', () => {
  it('a page says so in Portuguese', async () => {
    const { status, text, headers } = await world.visitor().send('GET', '/painel');
    expect([status, headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('As páginas ainda não foram construídas.');
  });
});

describe('the built pages', () => {
  beforeAll(() => {
    mkdirSync(join(world.dist, 'web/assets'), { recursive: true });
    mkdirSync(join(world.dist, 'widget'), { recursive: true });
    writeFileSync(join(world.dist, 'web/index.html'), '<!doctype html><title>Prosa</title>');
    writeFileSync(join(world.dist, 'web/assets/app-1a2b.js'), 'export {};');
    writeFileSync(join(world.dist, 'widget/widget.js'), '(() => {})();');
    writeFileSync(join(world.dist, 'secret.txt'), 'não é para ler');
  });

  it.each(['/', '/painel', '/historico/7', '/agente/3/pausas', '/nada/disso', '/index.html'])(
    'are one page at %s, looked for anew each time',
    async (path) => {
      const { status, text, headers } = await world.visitor().send('GET', path);
      expect([status, text]).toEqual([200, '<!doctype html><title>Prosa</title>']);
      expect(headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  it('keep their assets for good', async () => {
    const { status, headers } = await world.visitor().send('GET', '/assets/app-1a2b.js');
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Content-Type')).toMatch(/javascript/);
  });

  it('are not sent again while they are the same', async () => {
    const modified = (await world.visitor().send('GET', '/')).headers.get('Last-Modified') ?? '';
    expect(await rawly('/', { 'If-Modified-Since': modified })).toEqual({ status: 304, text: '' });
  });

  it('are sent small to who can read them so', async () => {
    writeFileSync(join(world.dist, 'web/assets/big.js'), 'export const one = 1;\n'.repeat(1_000));
    const { headers, text } = await world
      .visitor()
      .send('GET', '/assets/big.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(headers.get('Content-Encoding')).toBe('br');
    expect(headers.get('Vary')).toContain('Accept-Encoding');
    expect(text).toHaveLength(22_000);
    const plain = await world
      .visitor()
      .send('GET', '/assets/big.js', { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
  });

  it('let the widget run on other sites, and nothing else', async () => {
    const widget = await world.visitor().send('GET', '/widget.js');
    expect([widget.status, widget.text]).toEqual([200, '(() => {})();']);
    expect(widget.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const asset = await world.visitor().send('GET', '/assets/app-1a2b.js');
    expect(asset.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });

  it.each(['/assets/other.js', '/favicon.ico', '/.env', '/assets/', '/assets'])(
    'do not make %s up',
    async (path) => {
      const { status, text } = await world.visitor().send('GET', path);
      if (status === 200) expect(text).toContain('<title>Prosa</title>');
      else expect([status, text.includes(world.dist)]).toEqual([404, false]);
    },
  );

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/%00.js',
    '/%ff.js',
  ])('do not lead out of their folder by %s', async (path) => {
    const { status, text } = await rawly(path);
    expect(text).not.toContain('não é para ler');
    expect(text).not.toContain(world.dist);
    expect(status).toBeLessThan(500);
  });
});

describe('every answer', () => {
  it.each(['/', '/api/planos/public', '/api/nada', '/healthz'])(
    'at %s is guarded by headers',
    async (path) => {
      const { headers } = await world.visitor().send('GET', path);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
      expect(headers.get('X-Powered-By')).toBeNull();
    },
  );

  it('of the API is kept by nobody', async () => {
    const owner = await world.owner();
    for (const path of ['/api/agent', '/api/planos/public', '/api/nada']) {
      expect((await owner.send('GET', path)).headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('carries a number of its own', async () => {
    const visitor = world.visitor();
    const numbers = await Promise.all(
      [1, 2, 3].map(async () => (await visitor.send('GET', '/api/nada')).json.id),
    );
    expect(new Set(numbers).size).toBe(3);
  });
});

describe('the log', () => {
  it('has one line a request, without bodies and with phones masked', async () => {
    const owner = await world.owner();
    const from = world.lines.length;
    const { json } = await owner.send('GET', '/api/zap/status/%2B55%2011%2098765-4321?segredo=1');
    expect(world.lines.slice(from).map((line) => JSON.parse(line))).toEqual([
      {
        ...{ level: 'info', time: expect.any(String), id: json.id, method: 'GET', msg: 'request' },
        ...{ path: '/api/zap/status/55119****4321', status: 404, ms: expect.any(Number), account: owner.id },
      },
    ]);
  });

  it('holds nothing of what people sent', async () => {
    const { registration, token } = await world.owner();
    const wrong = newRegistration();
    await world
      .visitor()
      .send('POST', '/api/auth/login', { body: { email: wrong.email, senha: wrong.password } });
    const written = world.lines.join('\n');
    for (const secret of [
      registration.password,
      registration.email,
      registration.cpf,
      registration.phone,
      token,
      wrong.email,
    ])
      expect(written).not.toContain(secret);
  });
});

describe('health', () => {
  it('says that the process is up and the database answers', async () => {
    expect(await world.visitor().send('GET', '/healthz')).toMatchObject({ status: 200, text: 'ok' });
    expect(await world.visitor().send('GET', '/readyz')).toMatchObject({ status: 200, text: 'ready' });
  });
});

describe('without its database', () => {
  it('the product says that it is not ready, and asks callers to come back', async () => {
    const lonely = await openWorld();
    const owner = await lonely.owner();
    const away = lonely.databaseUrl.split('/').at(-1)?.split('?')[0] ?? '';
    try {
      await world.pool.query(`alter database ${away} with allow_connections false`);
      await world.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        away,
      ]);
      expect(await owner.send('GET', '/readyz')).toMatchObject({ status: 503 });
      const answer = await owner.send('GET', '/api/agent');
      expect(answer).toMatchObject({ status: 503, json: { code: 'database-away' } });
      expect(answer.headers.get('Retry-After')).toBe('2');
      expect(await owner.send('GET', '/healthz')).toMatchObject({ status: 200 });
    } finally {
      await world.pool.query(`alter database ${away} with allow_connections true`);
    }
    expect(await owner.send('GET', '/readyz')).toMatchObject({ status: 200 });
    expect((await owner.send('GET', '/api/agent')).status).toBe(200);
    await lonely.close();
  });
});

// Helpers

/** As it is written: `fetch` would tidy the path up and add headers of its own. */
const rawly = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    request({ hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
