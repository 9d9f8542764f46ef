import { systemClock } from '#adapters/node/clock.ts';
import { certainlyDead, newProcessId } from '#adapters/node/process-id.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import { freeLeases } from '#adapters/postgres/leases.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { baileysMessenger } from '#adapters/whatsapp-baileys/messenger.ts';
import { startGateway } from '#apps/server/loops.ts';
import { runGateway } from '#core/application/whatsapp/run-gateway.ts';
import { memoryShelf } from '#tests/support/memory-shelf.ts';
import { toldToBegin } from './begin.ts';

const [url = '', whatsappUrl = ''] = process.argv.slice(2);

/** A gateway with the real client in a process of its own, for killing. */
await toldToBegin();
const failed = (error: unknown) => console.error(error);
const database = await openDatabase(url, { connections: 10 });
const path = messagePath(database, url);
await freeLeases(database.pool, certainlyDead);
await path.signals.start();
const messenger = baileysMessenger({
  devices: postgresDevices(database.pool, vaultFor('a secret key of thirty-two bytes', 'devices')),
  clock: systemClock,
  timers: realTimers,
  random: Math.random,
  say: (event) => console.error(event),
  network: { url: whatsappUrl },
});
await startGateway(
  runGateway(
    {
      ...path,
      clock: systemClock,
      agents: postgresAgents(() => database.orm.em.fork()),
      fileShelf: memoryShelf(),
      messenger,
    },
    {
      timing: { windowMs: 30, maxMs: 150 },
      processId: newProcessId(),
      most: 100,
      pace: 'none',
      random: Math.random,
      failed,
    },
  ),
  path.signals,
  failed,
);
