import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#apps/server/config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-config-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...environment });

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(read()).toMatchObject({
      ...{
        port: 3_000,
        host: '127.0.0.1',
        publicUrl: 'http://localhost:3000',
        databaseUrl: null,
        dataDir: folder,
        storage: { folder: join(folder, 'files') },
      },
      ...{ whatsapp: 'simulator', openai: null, trustedProxies: [], defaultTimeZone: 'America/Sao_Paulo' },
      ...{ systemPhone: '5511900000003', burst: { windowMs: 3_000, maxMs: 15_000 } },
    });
    expect([...read().roles]).toEqual(['api', 'worker', 'gateway']);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(read({ PORT: '', DATABASE_URL: '', OPENAI_API_KEY: '', TRUST_PROXY: '' })).toMatchObject({
      ...{ port: 3_000, databaseUrl: null, openai: null, trustedProxies: [] },
    });
  });

  it('makes one secret key for development and keeps it to itself', () => {
    const { secretKey } = read();
    expect(read().secretKey).toBe(secretKey);
    expect(Buffer.from(secretKey, 'base64url')).toHaveLength(32);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toBe(secretKey);
  });

  it.each([
    ['PORT', 'abc', 'must be a port number'],
    ['PORT', '70000', 'must be a port number'],
    ['PUBLIC_URL', 'prosa.example', 'must be an address like https://prosa.example'],
    ['DATABASE_URL', 'mysql://x', 'must be an address like postgresql://user@host/name'],
    ['STORAGE_URL', 's3://KEY:SECRET@host', 'its bucket must be'],
    ['ROLES', 'api,cook', 'must be some of api, worker, gateway, separated by commas'],
    ['WHATSAPP_GATEWAY', 'pigeon', 'must be'],
    ['SECRET_KEY', 'short', 'must have at least 32 characters'],
    ['TRUST_PROXY', '10.0.0.0/99', 'must be addresses like 10.0.0.0/8, separated by commas'],
    ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
    ['TZ_DEFAULT', 'Lua/Mar', 'must be a time zone like America/Sao_Paulo'],
    ['SYSTEM_WHATSAPP_PHONE', '123', 'must be a Brazilian phone number with area code'],
    ['BURST_WINDOW_MS', 'soon', 'must be a number of milliseconds'],
    ['LOG_LEVEL', 'loud', 'Invalid option'],
  ])('refuses %s=%s in one line that names it', (name, value, why) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}: .*${why}`));
  });

  it('says everything that is wrong at once', () => {
    expect(() => read({ PORT: 'x', SECRET_KEY: 'x' })).toThrow(/^PORT: .+\nSECRET_KEY: .+$/);
  });

  it('makes up no key in production', () => {
    expect(() => read({ NODE_ENV: 'production' })).toThrow('SECRET_KEY: must be set');
    expect(read({ NODE_ENV: 'production', SECRET_KEY: 'k'.repeat(32) }).secretKey).toBe('k'.repeat(32));
  });

  it('is all in the example', () => {
    const example = readFileSync('.env.example', 'utf8');
    const source = readFileSync('apps/server/config.ts', 'utf8');
    const names = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
  });
});
