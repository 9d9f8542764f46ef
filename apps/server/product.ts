import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#adapters/embedded-postgres/start-embedded-postgres.ts';
import { createHttpApp } from '#adapters/http/app.ts';
import type { Log } from '#adapters/http/log.ts';
import { openMetrics } from '#adapters/http/metrics.ts';
import { signedLinks } from '#adapters/http/signed-links.ts';
import { certainlyDead } from '#adapters/node/process-id.ts';
import { refuseForeignKey } from '#adapters/postgres/accounts.ts';
import { refuseForeignDevices } from '#adapters/postgres/devices.ts';
import { freeLeases } from '#adapters/postgres/leases.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { migrate } from '#adapters/postgres/migrate.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { seedPlatform } from '#adapters/postgres/seed-platform.ts';
import { databaseUnavailable } from '#adapters/postgres/unavailable.ts';
import { simulatorCalls } from '#adapters/whatsapp-simulator/calls.ts';
import { application } from '#core/application/index.ts';
import { closeServer } from './close-server.ts';
import type { Config } from './config.ts';
import {
  deviceVault,
  fileModule,
  mediaVault,
  modulesFor,
  openSimulator,
  portsOf,
  taxIdVault,
  whatsAppModule,
} from './container.ts';
import { demoAgent } from './demo-agent.pt-br.ts';
import { loop } from './loop.ts';
import { startWorkers } from './workers.ts';

/** How long a dead neighbour's customers wait, at most, until somebody else has them. */
const takeOverEveryMs = 2_000;

export type Product = { readonly port: number; stop(): Promise<void> };

/** What was opened is closed in the opposite order, also when the start breaks off half-way. */
export const startProduct = async (config: Config, log: Log): Promise<Product> => {
  const closings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closings.splice(0).reverse()) {
      await close().catch((err: unknown) => log.error({ err }, 'closing'));
    }
  };
  try {
    return { port: await open(config, log, (close) => void closings.push(close)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const open = async (
  config: Config,
  log: Log,
  onStop: (close: () => Promise<void>) => void,
): Promise<number> => {
  const embedded = config.databaseUrl === null ? await embeddedDatabase(config, log) : null;
  if (embedded) onStop(embedded.stop);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(url);
  const database = await openDatabase(url);
  onStop(database.close);
  await refuseForeignKey(database.orm.em.fork(), taxIdVault(config));
  await refuseForeignDevices(database.pool, deviceVault(config));
  await seedPlatform(database.pool, taxIdVault(config), demoAgent(config.systemPhone), {
    timeZone: config.defaultTimeZone,
    linked: config.whatsapp === 'simulator',
    now: new Date(),
  });

  const path = messagePath(database, url, mediaVault(config));
  await path.signals.start();
  onStop(path.signals.stop);
  const world = openSimulator(config);
  const ports = portsOf(
    modulesFor(config, {
      database,
      path,
      files: await fileModule(config),
      whatsApp: await whatsAppModule(config, world, log),
    }),
  );

  const metrics = openMetrics(ports.backlog);
  const takeOver = async () => {
    if ((await freeLeases(database.pool, certainlyDead)) === 0) return;
    for (const topic of ['numbers', 'turns'] as const) path.signals.raise(topic);
  };
  await takeOver();
  const failed = (err: unknown) => log.warn({ err }, 'taking over');
  onStop(loop(takeOver, { everyMs: takeOverEveryMs, failed }).stop);
  onStop(await startWorkers(config, ports, metrics, log));

  const { server } = createHttpApp({
    application: application(ports, config),
    links: signedLinks(config.secretKey),
    clock: ports.clock,
    onlyHealth: !config.roles.has('api'),
    simulator: world && config.roles.has('gateway') ? simulatorCalls(world) : undefined,
    log,
    metrics,
    metricsToken: config.metricsToken,
    ready: async () => (await database.pool.query('select 1 from plans limit 1')).rowCount === 1,
    databaseAway: databaseUnavailable,
    dist: join(import.meta.dirname, '../../dist'),
    publicUrl: config.publicUrl,
    uploadFolder: join(config.dataDir, 'uploads'),
    trustedProxies: config.trustedProxies,
  });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  onStop(() => closeServer(server));
  return (server.address() as AddressInfo).port;
};

const embeddedDatabase = ({ dataDir }: Config, log: Log): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: (text) => log.info({}, text) });
