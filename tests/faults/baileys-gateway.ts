import { systemClock } from '#adapters/node/clock.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { postgresDevices } from '#adapters/postgres/devices.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { baileysMessenger } from '#adapters/whatsapp-baileys/messenger.ts';
import { startGateway } from '#apps/server/loops.ts';
import { runGateway } from '#core/application/whatsapp/run-gateway.ts';
import { memoryShelf } from '#tests/support/memory-shelf.ts';

export type GatewaySettings = {
  readonly databaseUrl: string;
  readonly whatsappUrl: string;
  readonly processId: string;
  readonly failed: (error: unknown) => void;
};

/** A gateway as the server runs it, with the real client. Answers how to stop it. */
export const startBaileysGateway = async ({
  databaseUrl,
  whatsappUrl,
  processId,
  failed,
}: GatewaySettings): Promise<() => Promise<void>> => {
  const database = await openDatabase(databaseUrl, { connections: 4 });
  const path = messagePath(database, databaseUrl);
  const messenger = baileysMessenger({
    devices: postgresDevices(database.pool, vaultFor('a secret key of thirty-two bytes', 'devices')),
    clock: systemClock,
    timers: realTimers,
    random: Math.random,
    say: () => {},
    network: { url: whatsappUrl },
  });
  await path.signals.start();
  const gateway = runGateway(
    {
      ...path,
      clock: systemClock,
      agents: postgresAgents(() => database.orm.em.fork()),
      fileShelf: memoryShelf(),
      messenger,
    },
    {
      timing: { windowMs: 50, maxMs: 200 },
      processId,
      most: 100,
      pace: 'none',
      random: Math.random,
      failed,
    },
  );
  const stopGateway = await startGateway(gateway, path.signals, failed);
  return async () => {
    await stopGateway();
    await path.signals.stop();
    await database.close();
  };
};
