import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bucket } from '#adapters/files/storage-url.ts';

export type Kept = { readonly bytes: Buffer; readonly mimeType: string };
export type FakeS3Request = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
};

/** What goes wrong with one request that is otherwise good. */
export type Trouble = {
  readonly status?: number;
  readonly delayMs?: number;
  /** Says nothing, or stops in the middle of the answer. */
  readonly hang?: 'before-headers' | 'halfway';
  readonly cut?: 'before-headers' | 'halfway';
};

export type FakeS3 = {
  readonly bucket: Bucket;
  readonly url: string;
  readonly kept: ReadonlyMap<string, Kept>;
  readonly requests: readonly FakeS3Request[];
  /** Asked for each request from now on, numbered from 0. */
  readonly trouble: (next: (request: FakeS3Request, number: number) => Trouble | null) => void;
  readonly close: () => Promise<void>;
};

const accessKeyId = 'AKIAPADARIA';
const secretAccessKey = 'segredo/da+padaria%';
const region = 'sa-east-1';
const bucketName = 'arquivos';

/**
 * One bucket of a server that speaks like S3: signatures and digests are really checked, and the checksums that only
 * newer servers know are refused, as older ones do.
 */
export const startFakeS3 = async (): Promise<FakeS3> => {
  const kept = new Map<string, Kept>();
  const requests: FakeS3Request[] = [];
  let since = 0;
  let troubleFor: (request: FakeS3Request, number: number) => Trouble | null = () => null;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers };
    requests.push(seen);
    const trouble = troubleFor(seen, since++);
    if (trouble?.delayMs) await new Promise((over) => setTimeout(over, trouble.delayMs));
    if (trouble?.hang === 'before-headers') return;
    if (trouble?.cut === 'before-headers') return void request.socket.destroy();
    if (trouble?.status) return refuse(response, trouble.status, 'Trouble');
    const refusal = refusalOf(request, body);
    if (refusal) return refuse(response, ...refusal);
    await serve(request, response, body, kept, trouble);
  };

  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = `${accessKeyId}:${encodeURIComponent(secretAccessKey)}`;
  return {
    bucket: {
      endpoint: `http://${host}`,
      region,
      bucket: bucketName,
      prefix: 'prosa/',
      accessKeyId,
      secretAccessKey,
    },
    url: `s3://${credentials}@${host}/${bucketName}/prosa?region=${region}&tls=0`,
    kept,
    requests,
    trouble: (next) => {
      since = 0;
      troubleFor = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const serve = async (
  { method, url = '' }: IncomingMessage & { readonly headers: IncomingMessage['headers'] },
  response: ServerResponse,
  body: Buffer,
  kept: Map<string, Kept>,
  trouble: Trouble | null,
): Promise<void> => {
  const [, bucket = '', ...rest] = new URL(url, 'http://s3').pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (bucket !== bucketName) return refuse(response, 404, 'NoSuchBucket');
  if (method === 'HEAD' && key === '') return void response.writeHead(200).end();
  if (method === 'PUT') {
    const mimeType = response.req.headers['content-type'] ?? '';
    kept.set(key, { bytes: body, mimeType });
    return void response.writeHead(200, { ETag: `"${digest('md5', body)}"` }).end();
  }
  if (method === 'DELETE') {
    kept.delete(key);
    return void response.writeHead(204).end();
  }
  const file = kept.get(key);
  if (method !== 'GET') return refuse(response, 405, 'MethodNotAllowed');
  if (!file) return refuse(response, 404, 'NoSuchKey');
  response.writeHead(200, { 'Content-Type': file.mimeType, 'Content-Length': file.bytes.length });
  const half = file.bytes.subarray(0, file.bytes.length / 2);
  if (trouble?.hang === 'halfway') return void response.write(half);
  if (trouble?.cut === 'halfway') return void response.write(half, () => response.destroy());
  response.end(file.bytes);
};

const refuse = (response: ServerResponse, status: number, code: string): void => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(response.req.method === 'HEAD' ? undefined : xml);
};

/** Why a request is not believed. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const refusalOf = (request: IncomingMessage, body: Buffer): readonly [number, string] | null => {
  const { method = '', url = '', headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;
  const [, id, day = '', zone = '', signed = '', signature] = given.exec(headers.authorization ?? '') ?? [];
  if (id !== accessKeyId) return [403, 'InvalidAccessKeyId'];
  if (zone !== region) return [400, 'AuthorizationHeaderMalformed'];
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return [403, 'AccessDenied'];
  const at = String(headers['x-amz-date']);
  const sentAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < 900_000)) return [403, 'RequestTimeTooSkewed'];

  const { pathname, searchParams } = new URL(url, 'http://s3');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const sum = String(headers['x-amz-content-sha256']);
  const canonical = [method, pathname, query, lines, signed, sum].join('\n');
  const scope = `${day}/${zone}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, digest('sha256', canonical)].join('\n');
  const key = [day, zone, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  if (hmac(key, toSign).toString('hex') !== signature) return [403, 'SignatureDoesNotMatch'];

  if (sum.startsWith('STREAMING-')) return [501, 'NotImplemented'];
  if (Object.keys(headers).some((name) => /^x-amz-(sdk-checksum|checksum|trailer)/.test(name)))
    return [400, 'InvalidRequest'];
  if (sum !== digest('sha256', body)) return [400, 'XAmzContentSHA256Mismatch'];
  return null;
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const digest = (kind: string, of: string | Buffer): string => createHash(kind).update(of).digest('hex');
