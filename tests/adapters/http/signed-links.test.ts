import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { compressed } from '#adapters/http/compressed.ts';
import type { Known } from '#adapters/http/exchange.ts';
import { securityHeaders } from '#adapters/http/security-headers.ts';
import {
  type LinkSigns,
  linkLastsMs,
  type ServedType,
  serveFile,
  signedLinks,
} from '#adapters/http/signed-links.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const links = signedLinks('only-for-tests-only-for-tests-only');
const linked = { accountId: 7, file: '7/12/cardapio' };

describe('a signed link', () => {
  const signs = links.linkFor(linked, later(linkLastsMs));
  const opens = (change: Partial<LinkSigns> = {}, file = linked.file, at = now) =>
    links.accountOf(file, { ...signs, ...change }, at);

  it('opens its file, and says whose it is', () => {
    expect(opens()).toBe(7);
  });

  it('lasts ten minutes, until but not at the last', () => {
    expect(opens({}, linked.file, later(10 * 60_000 - 1))).toBe(7);
    expect(opens({}, linked.file, later(10 * 60_000))).toBeNull();
  });

  it('opens no other file, and nothing of another account', () => {
    expect(opens({}, '7/12/outro')).toBeNull();
    expect(opens({ conta: '8' })).toBeNull();
    expect(
      links.accountOf(
        '2/12/a',
        { ...links.linkFor({ accountId: 1, file: '2/12/a' }, later(1_000)), conta: '12' },
        now,
      ),
    ).toBeNull();
  });

  it('cannot be made to last longer', () => {
    expect(opens({ expira: String(Number(signs.expira) + 1) })).toBeNull();
  });

  it('of one key does not open with another', () => {
    expect(signedLinks('another-key-another-key-another-key').accountOf(linked.file, signs, now)).toBeNull();
  });

  it('opens nothing once a single character of its signature is another', () => {
    fc.assert(
      fc.property(fc.nat({ max: 42 }), fc.constantFrom(...'AZaz09-_'), (at, sign) => {
        fc.pre(signs.assinatura[at] !== sign);
        expect(
          opens({ assinatura: signs.assinatura.slice(0, at) + sign + signs.assinatura.slice(at + 1) }),
        ).toBeNull();
      }),
    );
  });

  it('opens nothing whatever else stands in it', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.constantFrom(undefined, '0', '-1', '1e3', '7.0', ' 7', '07', 'NaN', 'Infinity'),
    );
    const part = fc.constantFrom<keyof LinkSigns>('conta', 'expira', 'assinatura');
    fc.assert(
      fc.property(part, anything, (name, value) => {
        fc.pre(value !== signs[name]);
        expect(links.accountOf(linked.file, { ...signs, [name]: value }, now)).toBeNull();
      }),
    );
    expect(links.accountOf(linked.file, { ...signs, assinatura: ['a', 'b'] as never }, now)).toBeNull();
  });
});

describe('a file that is served', () => {
  it.each([
    ['image/jpeg', 'bolo.jpeg', 'inline; filename="bolo.jpg"; filename*=UTF-8\'\'bolo.jpg'],
    ['image/png', 'bolo', 'inline; filename="bolo.png"; filename*=UTF-8\'\'bolo.png'],
    [
      'application/pdf',
      'cardápio.pdf',
      'attachment; filename="card_pio.pdf"; filename*=UTF-8\'\'card%C3%A1pio.pdf',
    ],
    ['application/pdf', 'x.html', 'attachment; filename="x.pdf"; filename*=UTF-8\'\'x.pdf'],
    [
      'application/pdf',
      'a"; b\r\nX: y',
      'attachment; filename="a_; b__X: y.pdf"; filename*=UTF-8\'\'a%22%3B%20b%0D%0AX%3A%20y.pdf',
    ],
    [
      'image/png',
      "(o'brien)\ud800*",
      "inline; filename=\"(o'brien)_*.png\"; filename*=UTF-8''%28o%27brien%29%EF%BF%BD%2A.png",
    ],
  ] as const)('as %s under the name %j can do nothing', async (type, name, disposition) => {
    const answer = await served(type, name, '<script>alert(1)</script>'.repeat(100));
    expect(answer.text).toBe('<script>alert(1)</script>'.repeat(100));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': disposition,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
    });
  });
});

// Helpers

/** Behind the steps that every answer passes. */
const served = async (type: ServedType, name: string, content: string) => {
  const koa = new Koa<Known>();
  koa.use(compressed());
  koa.use(securityHeaders(false));
  koa.use(async (ctx) => serveFile(ctx as never, new TextEncoder().encode(content), type, name));
  const server = createServer(koa.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/arquivo`);
  const text = await answer.text();
  server.closeAllConnections();
  server.close();
  return { status: answer.status, headers: answer.headers, text };
};
