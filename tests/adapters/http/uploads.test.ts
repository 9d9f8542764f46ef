import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, type SentFile } from '#adapters/http/contract/contract.ts';
import { type Asked, requestFor } from '#adapters/http/contract/request.ts';
import { idText, text } from '#adapters/http/contract/values.ts';
import { wire } from '#adapters/http/contract/wire.ts';
import { forAnyone } from '#adapters/http/endpoint.ts';
import type { Known } from '#adapters/http/exchange.ts';
import { faults } from '#adapters/http/faults.ts';
import { type UploadBounds, uploadBounds, uploads } from '#adapters/http/uploads.ts';
import { done } from '#core/domain/result.ts';

const megabyte = 1_048_576;

const send = contract({
  method: 'POST',
  path: '/arquivos',
  who: 'anyone',
  upload: { field: 'arquivo', mostBytes: 2 * megabyte },
  input: wire({ agente_id: ['agentId', idText], legenda: ['caption', z.optional(text)] }),
  answer: wire({ nome: ['name', z.nullable(z.string())], tamanho: ['size', z.nullable(z.int())] }),
  status: 201,
});

let server: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => {
  server = await serve();
});
afterEach(async () => {
  expect(await server.leftovers(), 'files left behind').toEqual([]);
  expect(server.faulted, 'faults').toEqual([]);
  await server.close();
});

describe('a form with a file', () => {
  it('reaches the route as the fields in our words and the file', async () => {
    const bytes = randomBytes(megabyte);
    const answer = await server.ask({
      agentId: 7,
      caption: 'Tabela de preços',
      file: new File([bytes], 'preços ç.pdf'),
    });
    expect(answer).toMatchObject({ status: 201, body: { nome: 'preços ç.pdf', tamanho: megabyte } });
    const [heard] = server.heard;
    expect(heard).toMatchObject({ agentId: 7, caption: 'Tabela de preços' });
    expect(Buffer.compare(heard?.file?.bytes ?? new Uint8Array(), bytes)).toBe(0);
  });

  it('may hold a file of exactly the limit, and an empty one', async () => {
    for (const size of [2 * megabyte, 0]) {
      const file = new File([new Uint8Array(size)], 'a.pdf');
      expect(await server.ask({ agentId: 7, file })).toMatchObject({ status: 201, body: { tamanho: size } });
    }
  });

  it('without a file says so with null', async () => {
    expect(await server.ask({ agentId: 7, file: null })).toMatchObject({ status: 201, body: {} });
    const none = form(['arquivo', '', 'application/octet-stream', ''], ['agente_id', null, null, '7']);
    expect((await server.post(none)).status).toBe(201);
    expect(server.heard.map(({ file }) => file)).toEqual([null, null]);
  });

  it('with a text where the file belongs has no file', async () => {
    const answer = await server.post(form(['arquivo', null, null, 'olá'], ['agente_id', null, null, '7']));
    expect([answer.status, server.heard[0]?.file]).toEqual([201, null]);
  });

  it('is told by name which field is missing', async () => {
    const answer = await server.post(form(['arquivo', 'a.pdf', 'application/pdf', '%PDF-']));
    expect(answer).toMatchObject({ status: 400, body: { code: 'incomplete' } });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fotos\\bolo.jpg', 'bolo.jpg'],
    ['/absoluto.pdf', 'absoluto.pdf'],
    ['a\0b\x1b[31m.pdf', 'ab[31m.pdf'],
    ['cardápio 🍰.pdf', 'cardápio 🍰.pdf'],
    ['..', '..'],
    ['.', '.'],
    ['', ''],
    ['a%22b.pdf', 'a"b.pdf'],
    ['__proto__', '__proto__'],
    ['a".pdf"; name="x', null],
  ])('called %j arrives as %j', async (sent, name) => {
    const answer = await server.post(
      form(['agente_id', null, null, '7'], ['arquivo', sent, 'application/pdf', '%PDF-']),
    );
    expect(answer.status).toBeLessThan(500);
    if (name !== null) expect(server.heard[0]?.file?.name).toBe(name);
  });

  it.each(['7bit', '8bit', 'binary', 'base64', 'quoted-printable', 'x'.repeat(200)])(
    'in the transfer encoding %s never breaks anything',
    async (encoding) => {
      const head = `\r\nContent-Transfer-Encoding: ${encoding}`;
      const answer = await server.post(
        form(['agente_id', null, null, '7', head], ['arquivo', 'a.pdf', 'application/pdf', 'JVBERi0=', head]),
      );
      expect(answer.status).toBeLessThan(500);
    },
  );
});

describe('a form is refused', () => {
  it('for two files', async () => {
    const one = ['arquivo', 'a.pdf', 'application/pdf', 'x'.repeat(100_000)] as const;
    expect(await server.post(form(one, one))).toMatchObject({
      status: 400,
      body: { message: 'Envie um arquivo por vez.' },
    });
  });

  it('for a file in another field', async () => {
    const answer = await server.post(
      form(['foto', 'a.pdf', 'application/pdf', 'x'], ['agente_id', null, null, '7']),
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  it('for a file that is too large, by what it says of itself', async () => {
    const answer = await server.raw({
      headers: { 'Content-Length': String(2_000 * megabyte), ...formType },
      write: (out) => void out.write('--b\r\n'),
    });
    expect(answer).toMatchObject({ status: 413, body: { message: tooLarge, code: 'file-too-large' } });
  });

  it('for a file that is too large, while it comes', async () => {
    const file = new File([new Uint8Array(2 * megabyte + 1)], 'a.pdf');
    expect(await server.ask({ agentId: 7, file })).toMatchObject({
      status: 413,
      body: { message: tooLarge },
    });
    const answer = await server.raw({
      headers: { 'Transfer-Encoding': 'chunked', ...formType },
      write: (out) => {
        out.write(headOf(['arquivo', 'a.pdf', 'application/pdf', '']));
        for (let i = 0; i < 100; i++) out.write(Buffer.alloc(100_000));
      },
    });
    expect(answer).toMatchObject({ status: 413, body: { message: tooLarge } });
    expect(server.heard).toEqual([]);
  });

  it.each([
    ['1,000 fields', Array.from({ length: 1_000 }, (_, i) => [`f${i}`, null, null, 'x'] as const)],
    ['eleven fields', Array.from({ length: 11 }, (_, i) => [`f${i}`, null, null, 'x'] as const)],
    ['a field of more than 64 KB', [['legenda', null, null, 'x'.repeat(65_537)] as const]],
    ['the head of a part without end', [['x'.repeat(1_000_000), null, null, 'x'] as const]],
    ['a head made to be searched for long', [['a', 'filename="'.repeat(100_000), 'a/b', 'x'] as const]],
    ['a name of more than 255 characters', [['arquivo', 'x'.repeat(256), 'a/b', 'x'] as const]],
    [
      'a field said twice as the account',
      [['user_id', null, null, '1'] as const, ['user_id', null, null, '2'] as const],
    ],
  ])('for %s', async (_, parts) => {
    const startedAt = performance.now();
    const answer = await server.post(form(['agente_id', null, null, '7'], ...parts));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it.each([
    ['another boundary', form(['agente_id', null, null, '7']).replaceAll('--b', '--c'), 'boundary=b'],
    ['no boundary', form(['agente_id', null, null, '7']), ''],
    ['an empty boundary', form(['agente_id', null, null, '7']), 'boundary='],
    ['no end', form(['agente_id', null, null, '7']).replace('--b--', ''), 'boundary=b'],
    ['an end in the middle of the file', headOf(['arquivo', 'a.pdf', 'a/b', '']), 'boundary=b'],
    ['no form inside', '{"agente_id":7}', 'boundary=b'],
    ['line feeds alone', form(['agente_id', null, null, '7']).replaceAll('\r', ''), 'boundary=b'],
    ['a boundary longer than the body', 'x', `boundary=${'b'.repeat(5_000)}`],
  ])('with %s', async (_, body, boundary) => {
    const answer = await server.post(body, `multipart/form-data; ${boundary}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/malformed|incomplete/) },
    });
  });

  it.each(['application/json', 'text/plain', 'multipart/mixed; boundary=b', 'application/octet-stream'])(
    'as %s',
    async (type) => {
      const answer = await server.post(form(['agente_id', null, null, '7']), type);
      expect(answer).toMatchObject({
        status: 415,
        body: { message: 'Formato não aceito: envie o arquivo em um formulário.' },
      });
    },
  );

  it('with nothing at all for its missing fields', async () => {
    expect(await server.post('')).toMatchObject({ status: 400, body: { code: 'incomplete' } });
  });
});

describe('a sender', () => {
  it('who falls silent is not waited for', async () => {
    await server.close();
    server = await serve({ ...uploadBounds, idleMs: 150 });
    const answer = await server.raw({
      headers: { 'Content-Length': '100000', ...formType },
      write: (out) => void out.write(headOf(['arquivo', 'a.pdf', 'application/pdf', 'x'])),
    });
    expect(answer).toMatchObject({ status: 408, body: { code: 'upload-too-slow' } });
  });

  it('who never ends is not listened to for ever', async () => {
    await server.close();
    server = await serve({ ...uploadBounds, wholeMs: 300 });
    let dripping: NodeJS.Timeout | undefined;
    const answer = await server.raw({
      headers: { 'Transfer-Encoding': 'chunked', ...formType },
      write: (out) => {
        out.write(headOf(['arquivo', 'a.pdf', 'application/pdf', '']));
        dripping = setInterval(() => out.write('x'), 20);
      },
    });
    clearInterval(dripping);
    expect(answer).toMatchObject({ status: 408, body: { code: 'upload-too-slow' } });
  });

  it.each(['before the file', 'in the middle of the file'])(
    'who goes away %s leaves nothing',
    async (when) => {
      const sending = request(`${server.url}/arquivos`, {
        method: 'POST',
        headers: { 'Content-Length': '1000000', ...formType },
      });
      sending.on('error', () => undefined);
      sending.write(
        when === 'before the file' ? '--b\r\n' : headOf(['arquivo', 'a.pdf', 'a/b', 'x'.repeat(500_000)]),
      );
      await expect.poll(() => readdirSync(server.folder).length).toBe(1);
      sending.destroy();
      await expect.poll(() => readdirSync(server.folder).length).toBe(0);
    },
  );

  it('may send only so many files at once', async () => {
    await server.close();
    server = await serve({ ...uploadBounds, atOnceOfOneOwner: 2, idleMs: 500 });
    const slow = () =>
      server.raw({
        headers: { 'Content-Length': '100000', ...formType },
        write: (out) => void out.write(headOf(['arquivo', 'a.pdf', 'application/pdf', 'x'])),
      });
    const waiting = [slow(), slow()];
    await expect.poll(() => readdirSync(server.folder).length).toBe(2);
    expect(await server.ask({ agentId: 7, file: null })).toMatchObject({ status: 503 });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([408, 408]);
    expect(await server.ask({ agentId: 7, file: null })).toMatchObject({ status: 201 });
  });
});

describe('the folder of uploads', () => {
  it('is cleared of what a killed process left, and of nothing else', async () => {
    const [old, young, foreign] = ['prosa-upload-old', 'prosa-upload-young', 'other'].map((name) => {
      const path = join(server.folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    }) as [string, string, string];
    for (const path of [old, foreign]) utimesSync(path, 0, 0);
    await server.ask({ agentId: 7, file: null });
    expect([old, young, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
    for (const path of [young, foreign]) rmSync(path, { recursive: true });
  });
});

// Helpers

const tooLarge = 'O arquivo é grande demais. O limite é de 2 MB.';
const formType = { 'Content-Type': 'multipart/form-data; boundary=b' };

type Part = readonly [
  field: string,
  name: string | null,
  type: string | null,
  content: string,
  more?: string,
];

function headOf([field, name, type, content, more = '']: Part): string {
  const file = name === null ? '' : `; filename="${name}"`;
  const typed = type === null ? '' : `\r\nContent-Type: ${type}`;
  return `--b\r\nContent-Disposition: form-data; name="${field}"${file}${typed}${more}\r\n\r\n${content}`;
}

function form(...parts: readonly Part[]): string {
  return `${parts.map((part) => `${headOf(part)}\r\n`).join('')}--b--\r\n`;
}

type Heard = {
  readonly agentId: number;
  readonly caption?: string | undefined;
  readonly file: SentFile | null;
};

async function serve(bounds: UploadBounds = uploadBounds) {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-uploads-'));
  const heard: Heard[] = [];
  const faulted: unknown[] = [];
  const route = forAnyone(send, async (input) => {
    heard.push(input);
    return done({ name: input.file?.name ?? null, size: input.file?.bytes.length ?? null });
  });
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (about: { err?: unknown }) => void faulted.push(about.err),
  };
  const koa = new Koa<Known>();
  koa.use(async (ctx, next) => {
    Object.assign(ctx.state, { requestId: 'r', address: '127.0.0.1' });
    await next();
  });
  koa.use(faults(log as never, () => false));
  const router = new Router<Known>();
  router.register(send.path, [send.method], [
    uploads(folder, bounds)(send.upload as never),
    route.answer,
  ] as never);
  koa.use(router.routes());
  koa.silent = true;
  const http = createServer(koa.callback());
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const answerOf = async (answer: Response) => ({ status: answer.status, body: await answer.json() });
  return {
    url,
    folder,
    heard,
    faulted,
    ask: async (asked: Asked<typeof send>) => {
      const { body } = requestFor(send, asked);
      return answerOf(await fetch(url + send.path, { method: 'POST', body }));
    },
    post: async (body: string, type = formType['Content-Type']) =>
      answerOf(await fetch(url + send.path, { method: 'POST', body, headers: { 'Content-Type': type } })),
    /** A request whose body never has to end. */
    raw: ({
      headers,
      write,
    }: {
      headers: Record<string, string>;
      write: (out: ReturnType<typeof request>) => void;
    }) =>
      new Promise<{ status: number | undefined; body: unknown }>((answered, failed) => {
        const sending = request(url + send.path, { method: 'POST', headers }, (answer) => {
          let said = '';
          answer.setEncoding('utf8');
          answer.on('data', (part) => {
            said += part;
          });
          answer.on('end', () => {
            sending.destroy();
            answered({ status: answer.statusCode, body: JSON.parse(said) });
          });
        });
        sending.on('error', failed);
        write(sending);
      }),
    leftovers: async () => {
      for (let tries = 0; tries < 50 && readdirSync(folder).length > 0; tries++) {
        await new Promise((over) => setTimeout(over, 20));
      }
      return readdirSync(folder);
    },
    close: async () => {
      http.closeAllConnections();
      http.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
