import { join } from 'node:path';
import { TypedContainer, type TypedContainerModule } from '@inversifyjs/strongly-typed';
import { documents } from '#adapters/documents/module.ts';
import { files } from '#adapters/files/module.ts';
import { ShelfOutOfReach } from '#adapters/files/shelf-out-of-reach.ts';
import type { Log } from '#adapters/http/log.ts';
import { systemClock } from '#adapters/node/clock.ts';
import { node } from '#adapters/node/module.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { turnstile } from '#adapters/node/turnstile.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { offlineAnswerer } from '#adapters/offline-answerer/module.ts';
import { openai } from '#adapters/openai/module.ts';
import type { MessagePath } from '#adapters/postgres/message-path.ts';
import { postgres } from '#adapters/postgres/module.ts';
import type { Database } from '#adapters/postgres/orm.ts';
import { simulator } from '#adapters/whatsapp-simulator/module.ts';
import { openWorld, type World } from '#adapters/whatsapp-simulator/world.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { Ports } from '#core/ports/index.ts';
import { type Config, WrongConfiguration } from './config.ts';

/** What is opened before anything can be plugged in. */
export type Opened = {
  readonly database: Database;
  readonly path: MessagePath;
  readonly files: TypedContainerModule<Ports>;
  readonly whatsApp: TypedContainerModule<Ports>;
};

export const modulesFor = (
  config: Config,
  { database, path, files, whatsApp }: Opened,
): TypedContainerModule<Ports>[] => [
  node(),
  postgres(database, { taxIds: taxIdVault(config), devices: deviceVault(config) }, path),
  files,
  documents({ inTurn: turnstile(readAtOnce, waitingToBeRead) }),
  whatsApp,
  config.openai ? openai(config.openai) : offlineAnswerer,
];

/** Each takes a core and up to half a gigabyte. Whoever finds the queue full is asked to come back. */
const readAtOnce = 2;
const waitingToBeRead = 8;

/** Everything plugged in. A port that nobody provides stops the start, and names itself. */
export const portsOf = (modules: readonly TypedContainerModule<Ports>[]): Ports => {
  const container = new TypedContainer<Ports>();
  for (const module of modules) container.load(module);
  return {
    accounts: container.get('accounts'),
    agents: container.get('agents'),
    backlog: container.get('backlog'),
    buckets: container.get('buckets'),
    clock: container.get('clock'),
    conversations: container.get('conversations'),
    devices: container.get('devices'),
    documentReader: container.get('documentReader'),
    documents: container.get('documents'),
    embedder: container.get('embedder'),
    fileShelf: container.get('fileShelf'),
    gateway: container.get('gateway'),
    history: container.get('history'),
    housekeeping: container.get('housekeeping'),
    keywordFiles: container.get('keywordFiles'),
    languageModel: container.get('languageModel'),
    looseFiles: container.get('looseFiles'),
    mediaSource: container.get('mediaSource'),
    messenger: container.get('messenger'),
    notices: container.get('notices'),
    numbers: container.get('numbers'),
    outbox: container.get('outbox'),
    passages: container.get('passages'),
    pauses: container.get('pauses'),
    pictures: container.get('pictures'),
    plans: container.get('plans'),
    secrets: container.get('secrets'),
    sessions: container.get('sessions'),
    signals: container.get('signals'),
    stats: container.get('stats'),
    subscriptions: container.get('subscriptions'),
    throttles: container.get('throttles'),
    transaction: container.get('transaction'),
    transcriber: container.get('transcriber'),
    voices: container.get('voices'),
    voiceShelf: container.get('voiceShelf'),
  };
};

export const taxIdVault = ({ secretKey }: Pick<Config, 'secretKey'>) => vaultFor(secretKey, 'tax-ids');

export const deviceVault = ({ secretKey }: Pick<Config, 'secretKey'>) => vaultFor(secretKey, 'devices');

export const mediaVault = ({ secretKey }: Pick<Config, 'secretKey'>) => vaultFor(secretKey, 'media');

/** A bucket is knocked at before anything depends on it. */
export const fileModule = ({ storage, secretKey }: Config): Promise<TypedContainerModule<Ports>> =>
  files(storage, vaultFor(secretKey, 'voices')).catch((problem: unknown) => {
    if (!(problem instanceof ShelfOutOfReach)) throw problem;
    throw new WrongConfiguration(`STORAGE_URL: ${problem.message}`);
  });

/** The real client is a large library: it is loaded only where it is used. */
export const whatsAppModule = async (
  config: Config,
  world: World | null,
  log: Log,
): Promise<TypedContainerModule<Ports>> => {
  if (world) return simulator(world);
  const { baileys } = await import('#adapters/whatsapp-baileys/module.ts');
  return baileys({
    timers: realTimers,
    random: Math.random,
    say: ({ what, ...about }) => log.info(about, what),
    network: config.whatsappNetwork,
  });
};

/** The simulated phones live in the process that holds the numbers; elsewhere there are none to show. */
export const openSimulator = ({ whatsapp, roles, dataDir, systemPhone }: Config): World | null => {
  if (whatsapp !== 'simulator') return null;
  const journalPath = roles.has('gateway') ? join(dataDir, 'simulated-phones.jsonl') : null;
  const world = openWorld({ clock: systemClock, random: Math.random, timers: realTimers, journalPath });
  world.link(systemPhone as Phone);
  return world;
};
