import { createServer, type Server } from 'node:http';
import Router from '@koa/router';
import Koa, { type Next } from 'koa';
import type { Application } from '#core/application/index.ts';
import { addressReader } from './address.ts';
import { compressed } from './compressed.ts';
import { apiRoot } from './contract/contract.ts';
import { simulator as simulatorContract } from './contract/simulator.ts';
import type { Route } from './endpoint.ts';
import { type Exchange, type Known, refuse } from './exchange.ts';
import { faults } from './faults.ts';
import { health } from './health.ts';
import { bodyLimits, jsonBody, limited, serverOptions, shedding } from './limits.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { requestLog } from './request-log.ts';
import { allRoutes } from './routes/all.ts';
import type { FileLinks } from './routes/file-links.ts';
import type { SimulatorCalls } from './routes/simulator.ts';
import { securityHeaders } from './security-headers.ts';
import { signedIn } from './signed-in.ts';
import { builtFiles } from './static.ts';
import { uploads } from './uploads.ts';

export type HttpOptions = FileLinks & {
  readonly application: Application;
  /** A process that has other work answers how it is, and nothing else. */
  readonly onlyHealth?: boolean | undefined;
  /** Only while the simulated WhatsApp is the gateway. */
  readonly simulator?: SimulatorCalls | undefined;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly metricsToken?: string | undefined;
  ready(): Promise<boolean>;
  databaseAway(error: unknown): boolean;
  /** Where the built web app and widget lie. */
  readonly dist: string;
  readonly publicUrl: string;
  /** Where files lie while they are sent: by default the machine's own folder for such. */
  readonly uploadFolder?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  readonly patienceMs?: number | undefined;
};

export type HttpApp = { readonly server: Server; readonly routes: readonly Route[] };

/** The whole of HTTP: a server that listens nowhere yet, and the table of what it answers. */
export const createHttpApp = (options: HttpOptions): HttpApp => {
  const { application, log, metrics = null, metricsToken = null, ready, databaseAway } = options;
  const routes = allRoutes(application, {
    patienceMs: options.patienceMs ?? 8_000,
    simulator: options.simulator,
    links: options.links,
    clock: options.clock,
  });
  const api = apiOf(routes, application, uploads(options.uploadFolder));
  const koa = new Koa<Known>();
  koa.use(requestLog(log, metrics, addressReader(options.trustedProxies ?? [])));
  koa.use(compressed());
  koa.use(securityHeaders(options.publicUrl.startsWith('https:')));
  koa.use(faults(log, databaseAway));
  koa.use(health({ ready, metrics, metricsToken }));
  if (!options.onlyHealth) {
    koa.use(onlyPeople(shedding()));
    koa.use(api.routes());
    koa.use(refuseOtherMethods(api));
    koa.use(builtFiles(options.dist));
  }
  koa.use(async (ctx) => refuse(ctx, { kind: 'no-such-route' }));
  // A connection that the other side has closed; what breaks in our own code is answered and written down by `faults`.
  koa.on('error', (error: unknown) => log.warn({ err: error }, 'connection'));
  return { server: limited(createServer(serverOptions, koa.callback())), routes };
};

const apiOf = (routes: readonly Route[], application: Application, form: ReturnType<typeof uploads>) => {
  const api = new Router<Known>({ prefix: apiRoot });
  const signIn = signedIn(application.ownerOfToken);
  const bodies = { usual: jsonBody(bodyLimits.usual), media: jsonBody(bodyLimits.simulatedMedia) };
  for (const { contract, answer } of routes) {
    const json = contract === simulatorContract.write ? bodies.media : bodies.usual;
    const body = contract.upload ? form(contract.upload) : json;
    const steps = [...(contract.who === 'owner' ? [signIn] : []), body, answer];
    api.register(contract.path, [contract.method], steps as never);
  }
  return api;
};

/** The router knows which methods an address takes; the words are ours. */
const refuseOtherMethods = (api: Router<Known>) => {
  const allowed = api.allowedMethods();
  return async (ctx: Exchange, next: Next): Promise<void> => {
    await allowed(ctx as never, next);
    if (ctx.status === 405) refuse(ctx, { kind: 'method-not-allowed' });
    if (ctx.status === 501) refuse(ctx, { kind: 'unknown-method' });
  };
};

/** Pages cost little, and the simulated WhatsApp keeps its own bounds: what waits there is a message, not a visitor. */
const onlyPeople =
  (step: ReturnType<typeof shedding>): ReturnType<typeof shedding> =>
  (ctx: Exchange, next) =>
    ctx.path.startsWith(apiRoot) && !ctx.path.startsWith(`${apiRoot}${simulatorContract.phones.path}`)
      ? step(ctx, next)
      : next();
