import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpApp } from '#adapters/http/app.ts';
import { accounts } from '#adapters/http/contract/accounts.ts';
import type { agents } from '#adapters/http/contract/agents.ts';
import type { Contract } from '#adapters/http/contract/contract.ts';
import { type Answered, type Asked, answerFrom, requestFor } from '#adapters/http/contract/request.ts';
import { signedLinks } from '#adapters/http/signed-links.ts';
import { openLog } from '#adapters/node/log.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { databaseUnavailable } from '#adapters/postgres/unavailable.ts';
import { simulatorCalls } from '#adapters/whatsapp-simulator/calls.ts';
import { closeServer } from '#apps/server/close-server.ts';
import { readConfig } from '#apps/server/config.ts';
import {
  fileModule,
  mediaVault,
  modulesFor,
  openSimulator,
  portsOf,
  whatsAppModule,
} from '#apps/server/container.ts';
import { startWorkers } from '#apps/server/workers.ts';
import { application } from '#core/application/index.ts';
import { parseCpf } from '#core/domain/tax-id.ts';
import { after } from '#core/domain/time.ts';
import { freshDatabase } from './database.ts';

export type WorldOptions = {
  /** Also runs what answers and sends. Time then passes by itself, and the world's clock stands for nothing. */
  readonly workers?: boolean;
  /** A server of models; without one the offline answerer answers. */
  readonly modelUrl?: string;
};

/** The product as it is served, on a database of its own, with a clock that only the test moves. */
export const openWorld = async ({ workers = false, modelUrl }: WorldOptions = {}) => {
  const fresh = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'prosa-world-'));
  const config = readConfig({
    DATABASE_URL: fresh.url,
    DATA_DIR: folder,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    TRUST_PROXY: '127.0.0.1',
    BURST_WINDOW_MS: '200',
    ...(modelUrl && { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: modelUrl }),
  });
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const database = await openDatabase(fresh.url);
  const path = messagePath(database, fresh.url, mediaVault(config));
  const phones = openSimulator(config);
  const clock = manualClock();
  const whatsApp = await whatsAppModule(config, phones, log);
  const plugged = portsOf(modulesFor(config, { database, path, files: await fileModule(config), whatsApp }));
  const ports = workers ? plugged : { ...plugged, clock };
  if (workers) await path.signals.start();
  const metrics = { turnEnded: () => undefined, rearmed: () => undefined };
  const stopWorkers = workers ? await startWorkers(config, ports, metrics, log) : null;

  const { server, routes } = createHttpApp({
    application: application(ports, config),
    links: signedLinks(config.secretKey),
    clock: ports.clock,
    simulator: phones ? simulatorCalls(phones) : undefined,
    log,
    ready: async () => (await database.pool.query('select 1 from plans')).rowCount !== 0,
    databaseAway: databaseUnavailable,
    dist: join(folder, 'dist'),
    publicUrl: config.publicUrl,
    uploadFolder: join(folder, 'uploads'),
    trustedProxies: config.trustedProxies,
    patienceMs: 3_000,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    clock,
    routes,
    pool: database.pool,
    databaseUrl: fresh.url,
    /** What was logged so far, one JSON line each. */
    lines,
    dist: join(folder, 'dist'),
    /** Somebody without an account, coming from an address of their own. */
    visitor: () => person(url),
    /** Somebody who has just registered and signed in. */
    owner: async (change: Partial<Asked<typeof accounts.register>> = {}) => {
      const visitor = person(url);
      const registration = { ...newRegistration(), ...change };
      const { id } = await visitor.gets(accounts.register, registration);
      const { token } = await visitor.gets(accounts.logIn, registration);
      return { ...person(url, token), id, token, registration };
    },
    close: async () => {
      await closeServer(server);
      await stopWorkers?.();
      await path.signals.stop();
      await database.close();
      await fresh.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
export type Owner = Awaited<ReturnType<World['owner']>>;
export type Person = ReturnType<typeof person>;

export type Refused = {
  readonly message: string;
  readonly error: string;
  readonly code: string;
  readonly details?: readonly { readonly campo: string; readonly mensagem: string }[];
  readonly id: string;
};

export type Sent = {
  readonly body?: unknown;
  readonly raw?: string | FormData;
  readonly headers?: Record<string, string>;
};

const person = (url: string, token: string | null = null, address = newAddress()) => {
  const send = async (method: string, path: string, { body, raw, headers }: Sent = {}) => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(url + path, {
      method,
      ...(content !== undefined && { body: content }),
      headers: {
        'X-Forwarded-For': address,
        ...(typeof content === 'string' && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const text = await answer.text();
    const isJson = text !== '' && answer.headers.get('Content-Type')?.includes('json');
    const json = isJson ? JSON.parse(text) : undefined;
    return { status: answer.status, headers: answer.headers, text, json };
  };

  const ask = <C extends Contract>(contract: C, asked: Asked<C>) => {
    const { method, url: path, body } = requestFor(contract, asked);
    return send(method, path, body === null ? {} : { raw: body });
  };

  return {
    address,
    send,
    ask,
    /** The answer to a call that goes well. */
    gets: async <C extends Contract>(contract: C, asked: Asked<C>): Promise<Answered<C>> => {
      const answer = await ask(contract, asked);
      if (answer.status >= 300) throw new Error(`${contract.path}: ${answer.status} ${answer.text}`);
      return answerFrom(contract, answer.text === '' ? undefined : (answer.json ?? answer.text));
    },
    /** Status and sentence of a call that is refused. */
    hears: async <C extends Contract>(contract: C, asked: Asked<C>) => {
      const { status, json } = await ask(contract, asked);
      const refused = json as Refused;
      return { status, message: refused.message };
    },
  };
};

export const newAgent = (change: Partial<Asked<typeof agents.create>> = {}): Asked<typeof agents.create> => ({
  name: 'Ana',
  description: 'Atende a padaria',
  businessInfo: 'Abrimos todos os dias das 6h às 20h.',
  phone: newPhone(),
  ...change,
});

export const newRegistration = () => {
  const cpf = newCpf();
  return {
    name: 'Beatriz Souza',
    email: `${randomUUID()}@padaria.com.br`,
    phone: newPhone(),
    password: 'pão quente às seis',
    cpf,
    taxId: cpf,
  };
};

/** A mobile in São Paulo, digits only, without the country code. */
export const newPhone = (): string =>
  `119${randomInt(6, 10)}${String(randomInt(10_000_000)).padStart(7, '0')}`;

export const newCpf = (): string => {
  const body = String(randomInt(1, 999_999_999)).padStart(9, '0');
  const endings = Array.from({ length: 100 }, (_, ending) => body + String(ending).padStart(2, '0'));
  return endings.find((text) => parseCpf(text) !== null) ?? newCpf();
};

const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const manualClock = () => {
  let now = new Date('2026-11-21T12:00:00Z');
  return {
    now: () => now,
    elapsedMs: () => now.getTime(),
    pass: (milliseconds: number) => {
      now = after(now, milliseconds);
    },
  };
};
