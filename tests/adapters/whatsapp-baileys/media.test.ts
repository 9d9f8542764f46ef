import '#adapters/whatsapp-baileys/silence.ts';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import { type AddressInfo, createServer as createListener, type Server } from 'node:net';
import { encryptedStream, type MediaType } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { baileysMediaSource } from '#adapters/whatsapp-baileys/media.ts';
import { addressOf, whatsappHosts } from '#adapters/whatsapp-baileys/media-address.ts';
import { type MediaKind, type MediaRef, parseRef, writeRef } from '#adapters/whatsapp-baileys/media-ref.ts';
import { isInner, lookupOutside } from '#adapters/whatsapp-baileys/public-hosts.ts';
import { sealedBytes } from '#adapters/whatsapp-baileys/sealed-file.ts';
import type { Phone } from '#core/domain/phone.ts';
import { anyText } from '../../support/arbitraries.ts';
import { selfSigned } from '../../support/fake-whatsapp/self-signed.ts';

const session = { accountId: 1, agentId: 7, phone: '5511987654321' as Phone };
const { key, cert } = selfSigned();
const megabyte = 1_048_576;

describe('a file that came with a message', () => {
  let answer: (response: ServerResponse) => void;
  let asked: string[];
  let host: string;
  let foreign: Server;
  let foreignHost: string;
  let callsFromUs: number;
  let sentBytes: number;
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });

  beforeAll(async () => {
    host = await listening(server);
    foreign = createListener((socket) => {
      callsFromUs += 1;
      socket.destroy();
    });
    foreignHost = await listening(foreign);
  });

  beforeEach(() => {
    asked = [];
    callsFromUs = 0;
    sentBytes = 0;
    answer = (response) => response.writeHead(500).end();
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
    foreign.close();
  });

  describe.each(['image', 'video', 'audio', 'document'] as const)('of kind %s', (kind) => {
    it.each([0, 1, 15, 16, 17, 100_000])('comes as it was sent, with %s bytes', async (size) => {
      const { file, ref } = await kept(kind, size);
      expect(await fetched(ref, size)).toEqual({ kind: 'fetched', bytes: file });
      expect(asked).toEqual([ref.directPath]);
    });
  });

  it('comes from its url where it has no path', async () => {
    const { file, ref } = await kept('audio', 1_000);
    const url = `https://${host}/v/2.enc?a=b`;
    expect(await fetched({ ...ref, directPath: null, url })).toEqual({ kind: 'fetched', bytes: file });
    expect(asked).toEqual(['/v/2.enc?a=b']);
  });

  it.each([403, 404, 410])('is gone when its host answers %s', async (status) => {
    const { ref } = await kept('audio', 1_000);
    answer = (response) => response.writeHead(status).end();
    expect(await fetched(ref)).toEqual({ kind: 'gone' });
  });

  it.each([500, 503, 429])('is to be tried again when its host answers %s', async (status) => {
    const { ref } = await kept('audio', 1_000);
    answer = (response) => response.writeHead(status).end();
    await expect(fetched(ref)).rejects.toThrow(String(status));
  });

  it('is to be tried again when its host cannot be reached, breaks off or is not who it says', async () => {
    const { ref, sealed } = await kept('audio', 1_000);
    const nobody = baileysMediaSource({ ...trusting(), hosts: only('127.0.0.1:1') });
    await expect(nobody.fetch(session, writeRef(ref), megabyte)).rejects.toThrow();
    const distrustful = baileysMediaSource({ hosts: only(host), agent: new Agent() });
    await expect(distrustful.fetch(session, writeRef(ref), megabyte)).rejects.toThrow(
      /certificate|self-signed/,
    );
    answer = (response) => {
      response.writeHead(200, { 'Content-Length': sealed.length });
      response.write(sealed.subarray(0, 100), () => response.destroy());
    };
    await expect(fetched(ref)).rejects.toThrow();
  });

  it('never comes from another host, which does not even get a connection', async () => {
    const { ref } = await kept('audio', 1_000);
    const urls = [
      `https://${foreignHost}/a`,
      `http://${foreignHost}/a`,
      `https://mmg.whatsapp.net@${foreignHost}/a`,
      `https://${host}@${foreignHost}/a`,
      `https://${host}\\@${foreignHost}/a`,
      `https://user:pass@${host}/a`,
      `http://${host}/a`,
      `//${foreignHost}/a`,
      'file:///etc/passwd',
      'data:text/plain,oi',
      '',
    ];
    for (const url of urls)
      expect([url, await fetched({ ...ref, directPath: null, url })]).toMatchObject([
        url,
        { kind: 'refused' },
      ]);
    const port = foreignHost.split(':')[1];
    const paths = [
      `@${foreignHost}/`,
      `//${foreignHost}/`,
      `/\\${foreignHost}/`,
      `\\\\${foreignHost}\\`,
      `.${foreignHost}/`,
      `:${port}/`,
      '/../a',
      '/a/../../b',
      '/a/./b',
      '/a\r\nHost: evil',
      '/a b',
      '/a@b',
      '/a\\b',
      '/a#b',
      '/é',
      'a',
      '',
    ];
    for (const directPath of paths)
      expect([directPath, await fetched({ ...ref, directPath })]).toMatchObject([
        directPath,
        { kind: 'refused' },
      ]);
    expect([callsFromUs, asked]).toEqual([0, []]);
  });

  it('is not followed elsewhere', async () => {
    const { ref } = await kept('audio', 1_000);
    for (const status of [301, 302, 303, 307, 308]) {
      answer = (response) => response.writeHead(status, { Location: `https://${foreignHost}/a` }).end();
      expect(await fetched(ref)).toMatchObject({ kind: 'refused' });
    }
    expect(callsFromUs).toBe(0);
    expect(asked).toHaveLength(5);
  });

  it('is not asked for when its sender says that it is too large', async () => {
    const { ref } = await kept('audio', 1_000);
    expect(await fetched(ref, 999)).toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });

  it('is refused when it is larger than its sender says', async () => {
    const { ref } = await kept('audio', 1_000);
    expect(await fetched({ ...ref, bytes: 10 }, 900)).toMatchObject({ kind: 'refused', why: 'too large' });
    expect(await fetched({ ...ref, bytes: null }, 999)).toMatchObject({ kind: 'refused', why: 'too large' });
  });

  it('is read no further than it may be long', async () => {
    const { ref } = await kept('audio', 1_000);
    answer = endless;
    expect(await fetched({ ...ref, bytes: null })).toMatchObject({ kind: 'refused', why: 'too large' });
    expect(sentBytes).toBeLessThan(32 * megabyte);
  });

  it('is given up when it takes too long, however slowly it comes', async () => {
    const { ref } = await kept('audio', 1_000);
    const hasty = baileysMediaSource({ ...trusting(), timeoutMs: 300 });
    answer = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    const begun = performance.now();
    await expect(hasty.fetch(session, writeRef(ref), megabyte)).rejects.toThrow();
    answer = () => undefined;
    await expect(hasty.fetch(session, writeRef(ref), megabyte)).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('is refused when a byte of it is missing or another', async () => {
    const { ref, sealed } = await kept('image', 1_000);
    const damaged = [
      sealed.subarray(0, -1),
      sealed.subarray(1),
      Buffer.concat([sealed, Buffer.of(0)]),
      Buffer.alloc(0),
      Buffer.from(sealed).fill(7, 500, 501),
    ];
    for (const body of damaged) {
      answer = (response) => response.end(body);
      expect(await fetched(ref)).toMatchObject({ kind: 'refused' });
    }
  });

  it('is refused when its key, its kind or a hash of it is wrong', async () => {
    const { ref } = await kept('image', 1_000);
    const wrong = randomBytes(32).toString('base64');
    for (const change of [
      { mediaKey: wrong },
      { fileSha256: wrong },
      { fileEncSha256: wrong },
      { kind: 'audio' },
    ])
      expect(await fetched({ ...ref, ...change } as MediaRef)).toMatchObject({ kind: 'refused' });
  });

  it('is refused when the seal is not of its key, although all hashes are right', async () => {
    const { ref, sealed } = await kept('image', 1_000);
    const forged = Buffer.from(sealed).fill(7, sealed.length - 1);
    answer = (response) => response.end(forged);
    const fileEncSha256 = createHash('sha256').update(forged).digest('base64');
    expect(await fetched({ ...ref, fileEncSha256 })).toMatchObject({ kind: 'refused' });
  });

  it('is refused without a question when nobody here wrote its reference', async () => {
    const { ref } = await kept('image', 1_000);
    const forged = [
      '',
      'null',
      '[]',
      '{}',
      '"a"',
      writeRef(ref).slice(1),
      JSON.stringify({ ...ref, kind: 'ppic' }),
      JSON.stringify({ ...ref, mediaKey: 'curta' }),
      JSON.stringify({ ...ref, bytes: -1 }),
      JSON.stringify({ ...ref, directPath: 5 }),
      JSON.stringify({ ...ref, directPath: null, url: null }),
    ];
    for (const text of forged)
      expect(await source().fetch(session, text, megabyte)).toMatchObject({ kind: 'refused' });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, fc.json()), async (text) => {
        expect(await source().fetch(session, text, megabyte)).toMatchObject({ kind: 'refused' });
      }),
    );
    expect(asked).toEqual([]);
  });

  // Helpers

  const only = (name: string) => ({ usual: name, allows: (other: string) => other === name });
  const trusting = () => ({ hosts: only(host), agent: new Agent({ ca: cert }) });
  const source = () => baileysMediaSource(trusting());
  const fetched = (ref: MediaRef, mostBytes = megabyte) => source().fetch(session, writeRef(ref), mostBytes);

  /** Sealed by the library, as a customer's phone would, and served. */
  const kept = async (kind: MediaKind, size: number) => {
    const file = randomBytes(size);
    const made = await encryptedStream(file, kind as MediaType);
    const sealed = await readFile(made.encFilePath);
    await rm(made.encFilePath);
    const ref: MediaRef = {
      kind,
      directPath: '/v/t62.7117-24/1_n.enc?ccb=11-4&oh=01_Q5Aa&_nc_sid=5e03e0',
      url: `https://${foreignHost}/a`,
      mediaKey: Buffer.from(made.mediaKey).toString('base64'),
      fileSha256: Buffer.from(made.fileSha256).toString('base64'),
      fileEncSha256: Buffer.from(made.fileEncSha256).toString('base64'),
      bytes: size,
    };
    answer = (response) => response.end(sealed);
    expect(parseRef(writeRef(ref))).toEqual(ref);
    expect(sealed.length).toBe(sealedBytes(size));
    return { file, sealed, ref };
  };

  const endless = (response: ServerResponse): void => {
    const block = Buffer.alloc(65_536);
    const pour = () => {
      while (!response.destroyed) {
        sentBytes += block.length;
        if (!response.write(block)) return;
      }
    };
    response.on('drain', pour);
    pour();
  };
});

describe('the hosts of WhatsApp', () => {
  const of = (url: string) => addressOf({ directPath: null, url }, whatsappHosts)?.href ?? null;

  it.each(['https://mmg.whatsapp.net/a', 'https://media-gru1-1.cdn.whatsapp.net/v/a.enc?x=1'])(
    'are at %s',
    (url) => {
      expect(of(url)).toBe(url);
    },
  );

  it.each([
    'http://mmg.whatsapp.net/a',
    'https://mmg.whatsapp.net:8443/a',
    'https://whatsapp.net/a',
    'https://mmg.whatsapp.net.evil.br/a',
    'https://evilwhatsapp.net/a',
    'https://.whatsapp.net/a',
    'https://mmg.whatsapp.net./a',
    'https://MMG.whatsapp.net/a',
    'https://mmg.whatsapp.net:443/a',
    'https://evil.br/mmg.whatsapp.net',
    'https://evil.br#.whatsapp.net',
    'https://evil.br?.whatsapp.net/',
    'https://mmg.whatsapp.net@evil.br/a',
    'https://evil.br\\.whatsapp.net/a',
    'https:mmg.whatsapp.net/a',
    ' https://mmg.whatsapp.net/a',
    'https://mmg.whatsapp.net/a\t',
    'ftp://mmg.whatsapp.net/a',
    'https://127.0.0.1/a',
  ])('are not at %j', (url) => {
    expect(of(url)).toBeNull();
  });

  it('are where paths without one lead, whatever the path', () => {
    const parts =
      'https:// // / \\ @ : . .. ? # %2f %00 a mmg.whatsapp.net .whatsapp.net evil.br 127.0.0.1 :443 \t';
    const address = fc
      .array(fc.constantFrom(...parts.split(' ')), { maxLength: 8 })
      .map((chosen) => chosen.join(''));
    expect(addressOf({ directPath: '/v/a', url: 'https://evil.br/' }, whatsappHosts)?.href).toBe(
      'https://mmg.whatsapp.net/v/a',
    );
    fc.assert(
      fc.property(fc.oneof(anyText, address), fc.constantFrom('', '/', '//', '@', '/\\'), (text, before) => {
        const path = addressOf({ directPath: `${before}${text}`, url: null }, whatsappHosts);
        if (path)
          expect([path.host, path.username, path.port, path.protocol]).toEqual([
            'mmg.whatsapp.net',
            '',
            '',
            'https:',
          ]);
        const url = addressOf({ directPath: null, url: `${before}${text}` }, whatsappHosts);
        if (url) expect(url.host.endsWith('.whatsapp.net')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are never inside our own network', async () => {
    for (const inside of [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      '::',
      'fd00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
    ])
      expect([inside, isInner(inside)]).toEqual([inside, true]);
    for (const outside of ['31.13.85.51', '157.240.12.53', '2a03:2880:f205:c5:face:b00c:0:167', '172.32.0.1'])
      expect([outside, isInner(outside)]).toEqual([outside, false]);
    for (const all of [true, false]) {
      const found = await new Promise((answered) => lookupOutside('localhost', { all }, answered));
      expect(found).toBeInstanceOf(Error);
    }
  });
});

// Helpers

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
