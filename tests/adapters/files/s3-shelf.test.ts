import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Timing, s3Shelf } from '#adapters/files/s3-shelf.ts';
import { parseStorageUrl } from '#adapters/files/storage-url.ts';
import { readConfig, WrongConfiguration } from '#apps/server/config.ts';
import { fileModule } from '#apps/server/container.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/fake-s3.ts';

const hasty: S3Timing = { connectMs: 500, answerMs: 200, wholeMs: 2_000, attempts: 3 };
const file = new TextEncoder().encode('Bolo de fubá');

let server: FakeS3;
beforeEach(async () => {
  server = await startFakeS3();
});
afterEach(() => server.close());

describe('a bucket', () => {
  it('holds files below its prefix, with their type', async () => {
    const shelf = await s3Shelf(server.bucket);
    await shelf.put('7/12/a', file, 'application/pdf');
    expect([...server.kept]).toEqual([
      ['prosa/7/12/a', { bytes: Buffer.from(file), mimeType: 'application/pdf' }],
    ]);
  });

  it('is asked for no checksums that only newer servers know', async () => {
    const shelf = await s3Shelf(server.bucket);
    await shelf.put('7/12/a', file, 'application/pdf');
    await shelf.get('7/12/a');
    const names = server.requests.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /checksum|trailer/.test(name))).toEqual([]);
  });

  it.each([500, 503, 429])('is tried again when it answers %i', async (status) => {
    const shelf = await s3Shelf(server.bucket, hasty);
    server.trouble((_, number) => (number === 0 ? { status } : null));
    await shelf.put('7/12/a', file, 'application/pdf');
    expect(server.kept.size).toBe(1);
  });

  it('is tried again when it breaks the connection', async () => {
    const shelf = await s3Shelf(server.bucket, hasty);
    server.trouble((_, number) => (number === 0 ? { cut: 'before-headers' } : null));
    await shelf.put('7/12/a', file, 'application/pdf');
    expect(server.kept.size).toBe(1);
  });

  it('is given up after a few tries', async () => {
    const shelf = await s3Shelf(server.bucket, hasty);
    server.trouble(() => ({ status: 503 }));
    const before = server.requests.length;
    await expect(shelf.get('7/12/a')).rejects.toThrow();
    expect(server.requests.length - before).toBe(3);
  });

  it('that says nothing is not waited for', async () => {
    const shelf = await s3Shelf(server.bucket, hasty);
    server.trouble(() => ({ hang: 'before-headers' }));
    const startedAt = performance.now();
    await expect(shelf.put('7/12/a', file, 'application/pdf')).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(2_500);
  });

  it.each(['hang', 'cut'] as const)('never gives half a file (%s)', async (how) => {
    const shelf = await s3Shelf(server.bucket, { ...hasty, wholeMs: 500 });
    await shelf.put('7/12/a', new Uint8Array(1_000_000), 'application/pdf');
    server.trouble(() => ({ [how]: 'halfway' }));
    await expect(shelf.get('7/12/a')).rejects.toThrow();
    server.trouble(() => null);
    expect((await shelf.get('7/12/a'))?.length).toBe(1_000_000);
  });

  it('that refuses is a fault, never an absent file', async () => {
    const shelf = await s3Shelf(server.bucket, hasty);
    server.trouble(() => ({ status: 403 }));
    await expect(shelf.get('7/12/a')).rejects.toThrow();
    await expect(shelf.remove(['7/12/a'])).rejects.toThrow();
  });
});

describe('at the start', () => {
  const wrongs = [
    ['another secret', 'refuses this key and secret', (url: string) => url.replace('segredo', 'outro')],
    ['another key', 'refuses this key and secret', (url: string) => url.replace('AKIAPADARIA', 'AKIAOUTRA')],
    ['another bucket', 'does not exist', (url: string) => url.replace('/arquivos', '/outros')],
    ['another region', 'cannot be reached \\(400\\)', (url: string) => url.replace('sa-east', 'us-east')],
    ['a closed port', 'cannot be reached \\(ECONNREFUSED\\)', (url: string) => url.replace(/:\d+\//, ':1/')],
  ] as const;

  it.each(wrongs)('%s is named, without the secret', async (_, why, change) => {
    const config = readConfig({ STORAGE_URL: change(server.url), SECRET_KEY: 'k'.repeat(32) });
    const problem = await fileModule(config).then(
      () => null,
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(WrongConfiguration);
    const { message } = problem as Error;
    expect(message).toMatch(new RegExp(`^STORAGE_URL: the bucket \\w+ at http://127.0.0.1:\\d+ ${why}$`));
    expect(message).not.toMatch(/segredo|outro\/da|padaria%/);
  });

  it('a good one is taken', async () => {
    await fileModule(readConfig({ STORAGE_URL: server.url, SECRET_KEY: 'k'.repeat(32) }));
  });
});

describe('the address of a bucket', () => {
  it('is read part by part', () => {
    expect(
      parseStorageUrl('s3://KEY:a%2Fb%2Bc@s3.example.com:9000/files/prosa/one?region=sa-east-1&tls=0'),
    ).toEqual({
      endpoint: 'http://s3.example.com:9000',
      region: 'sa-east-1',
      bucket: 'files',
      prefix: 'prosa/one/',
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b+c',
    });
    expect(parseStorageUrl('s3://KEY:secret@[::1]:9000/files/')).toMatchObject({
      ...{ endpoint: 'https://[::1]:9000', region: 'us-east-1', prefix: '' },
    });
  });

  it.each([
    ['https://KEY:SECRET77@host/files', 'must be an address like s3://'],
    ['s3://host/files', 'KEY is missing'],
    ['s3://KEY@host/files', 'SECRET is missing'],
    ['s3://KEY:SECRET77/more+@host/files', 'write / as %2F'],
    ['s3://KEY:SECRET77%zz@host/files', 'its SECRET must be percent-encoded'],
    ['s3://KEY:SECRET77@host', 'its bucket must be'],
    ['s3://KEY:SECRET77@host/Files', 'its bucket must be'],
    ['s3://KEY:SECRET77@host/files/../x', 'its bucket must be'],
    ['s3://KEY:SECRET77@host/files/a%20b', 'its prefix must be'],
    ['s3://KEY:SECRET77@host/files/a//b', 'its prefix must be'],
    ['s3://KEY:SECRET77@ho_st!/files', 'its host must be'],
    ['s3://KEY:SECRET77@host:99999/files', 'must be an address like'],
    ['s3://KEY:SECRET77@host/files?tls=yes', 'its tls must be 0 or 1'],
    ['s3://KEY:SECRET77@host/files?region=', 'its region must be'],
    ['s3://KEY:SECRET77@host/files?acl=public', 'region and tls alone'],
    ['s3://KEY:SECRET77@host/files?tls=0&tls=1', 'must say tls once'],
    ['s3://KEY:SECRET77@host/files#x', 'no part after #'],
  ])('%s is refused in words that do not repeat it', (url, why) => {
    const reading = () => readConfig({ STORAGE_URL: url, SECRET_KEY: 'k'.repeat(32) });
    expect(reading).toThrow(new RegExp(`^STORAGE_URL: .*${why.replaceAll('/', '\\/')}`));
    expect(reading).not.toThrow(/SECRET77/);
  });
});
