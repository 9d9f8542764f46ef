import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type DownloadableMessage, getMediaKeys, type MediaType } from '@whiskeysockets/baileys';
import { seconds } from './nodes.ts';
import { selfSigned } from './self-signed.ts';

/** How files are handed out: as they are, not at all, without an end, or with none in sight. */
export type MediaMood = 'well' | 404 | 410 | 500 | 'stalls' | 'endless';

/** Where WhatsApp keeps files, encrypted. */
export type FakeMedia = {
  /** `127.0.0.1:…`, over HTTPS. */
  readonly host: string;
  /** Whom a client must trust to believe this host. */
  readonly ca: string;
  /** Encrypts a file and puts it there, as the phone of a customer does. What it returns goes into the message. */
  keep(file: Uint8Array, type: MediaType): Promise<KeptMedia>;
  /** Opens a file that is kept here, as the phone that got the message does. Null when there is none. */
  open(file: DownloadableMessage, type: MediaType): Promise<Buffer | null>;
  /** What was uploaded or kept, encrypted, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly downloads: readonly string[];
  mood: MediaMood;
  close(): Promise<void>;
};

export type KeptMedia = Required<Pick<DownloadableMessage, 'mediaKey' | 'directPath' | 'url'>> & {
  readonly fileSha256: Buffer;
  readonly fileEncSha256: Buffer;
  readonly fileLength: number;
  readonly mediaKeyTimestamp: number;
};

const largeBlock = Buffer.alloc(65_536);

export const fakeMedia = async (happened: () => void): Promise<FakeMedia> => {
  const { key, cert } = selfSigned();
  const files = new Map<string, Buffer>();
  const downloads: string[] = [];

  const put = (file: Buffer) => {
    const path = `/v/t62.7118-24/${randomBytes(12).toString('hex')}`;
    files.set(path, file);
    return { directPath: path, url: `https://${own.host}${path}` };
  };

  const takeUpload = async (request: IncomingMessage, response: ServerResponse) => {
    const { directPath, url } = put(await bodyOf(request));
    response.end(JSON.stringify({ url, direct_path: directPath }));
    happened();
  };

  const handOut = (path: string, response: ServerResponse) => {
    downloads.push(path);
    happened();
    const file = files.get(path);
    if (typeof own.mood === 'number') response.writeHead(own.mood).end();
    else if (!file) response.writeHead(404).end();
    else if (own.mood === 'endless') pourInto(response);
    else if (own.mood === 'stalls') response.write(file.subarray(0, file.length / 2));
    else response.end(file);
  };

  const server = createServer({ key, cert }, (request, response) => {
    if (request.method === 'POST') void takeUpload(request, response);
    else handOut((request.url ?? '').split('?')[0] ?? '', response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const own: FakeMedia = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: cert,
    files,
    downloads,
    mood: 'well',
    async keep(file, type) {
      const { mediaKey, encrypted } = await encrypt(file, type);
      return {
        ...put(encrypted),
        mediaKey,
        fileSha256: sha256(file),
        fileEncSha256: sha256(encrypted),
        fileLength: file.length,
        mediaKeyTimestamp: Number(seconds()),
      };
    },
    async open({ mediaKey, directPath }, type) {
      const encrypted = files.get(directPath ?? '');
      return encrypted && mediaKey ? decrypt(encrypted, mediaKey, type) : null;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return own;
};

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

const macBytes = 10;

const keysFor = async (mediaKey: Uint8Array, type: MediaType) => {
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type);
  if (!macKey) throw new Error('Media has no key to be checked by.');
  const macOf = (sealed: Uint8Array) =>
    createHmac('sha256', macKey).update(iv).update(sealed).digest().subarray(0, macBytes);
  return { cipherKey, iv, macOf };
};

const encrypt = async (file: Uint8Array, type: MediaType) => {
  const mediaKey = randomBytes(32);
  const { cipherKey, iv, macOf } = await keysFor(mediaKey, type);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const sealed = Buffer.concat([cipher.update(file), cipher.final()]);
  return { mediaKey, encrypted: Buffer.concat([sealed, macOf(sealed)]) };
};

const decrypt = async (encrypted: Buffer, mediaKey: Uint8Array, type: MediaType): Promise<Buffer> => {
  const { cipherKey, iv, macOf } = await keysFor(mediaKey, type);
  const sealed = encrypted.subarray(0, -macBytes);
  if (!macOf(sealed).equals(encrypted.subarray(-macBytes))) throw new Error('The file was tampered with.');
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([cipher.update(sealed), cipher.final()]);
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** As fast as the other side takes it, and no faster. */
const pourInto = (response: ServerResponse): void => {
  const pour = () => {
    while (!response.destroyed && response.write(largeBlock));
  };
  response.on('drain', pour);
  pour();
};
