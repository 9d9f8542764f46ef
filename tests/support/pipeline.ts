import { randomUUID } from 'node:crypto';
import { systemClock } from '#adapters/node/clock.ts';
import { realTimers } from '#adapters/node/timers.ts';
import { vaultFor } from '#adapters/node/vault.ts';
import { postgresAgents } from '#adapters/postgres/agents.ts';
import { messagePath } from '#adapters/postgres/message-path.ts';
import { openDatabase } from '#adapters/postgres/orm.ts';
import { simulatorCalls } from '#adapters/whatsapp-simulator/calls.ts';
import { simulatedMediaSource } from '#adapters/whatsapp-simulator/media.ts';
import { simulatedMessenger } from '#adapters/whatsapp-simulator/messenger.ts';
import { openWorld } from '#adapters/whatsapp-simulator/world.ts';
import { startGateway, startWorker } from '#apps/server/loops.ts';
import type { HearingNeeds } from '#core/application/conversation/hear.ts';
import { runWorker } from '#core/application/conversation/run-worker.ts';
import { runGateway } from '#core/application/whatsapp/run-gateway.ts';
import type { BurstTiming } from '#core/domain/burst.ts';
import type { LanguageModel } from '#core/ports/language-model.ts';
import type { MediaSource } from '#core/ports/media-source.ts';
import type { Session } from '#core/ports/messenger.ts';
import { deaf } from './deaf.ts';
import { memoryShelf } from './memory-shelf.ts';

/** The message path as the server runs it, in this process: the simulated WhatsApp, a gateway, and a worker or none. */
export const startPipeline = async (
  url: string,
  {
    model,
    timing,
    width = 8,
    pace = 'none',
    hearing = {},
    media = (usual) => usual,
  }: {
    model: LanguageModel | null;
    timing: BurstTiming;
    width?: number;
    pace?: 'human' | 'none';
    hearing?: Partial<Pick<HearingNeeds, 'transcriber' | 'voiceShelf'>>;
    media?: (usual: MediaSource) => MediaSource;
  },
) => {
  const database = await openDatabase(url);
  const path = messagePath(database, url, vaultFor('only-for-tests', 'media'));
  const fileShelf = memoryShelf();
  const world = openWorld({ clock: systemClock, random: Math.random, timers: realTimers });
  const ports = {
    ...path,
    clock: systemClock,
    agents: postgresAgents(() => database.orm.em.fork()),
    fileShelf,
    messenger: simulatedMessenger(world),
  };
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  await path.signals.start();
  const gateway = runGateway(ports, {
    timing,
    processId: randomUUID(),
    most: 100,
    pace,
    random: Math.random,
    failed,
  });
  const stopGateway = await startGateway(gateway, path.signals, failed);
  let rearmed = 0;
  const stopWorker = model
    ? await startWorker(
        runWorker(
          {
            ...ports,
            ...deaf,
            mediaSource: media(simulatedMediaSource(world)),
            ...hearing,
            languageModel: model,
            embedder: null,
          },
          { workerId: randomUUID(), width, worked: () => undefined, failed },
        ),
        path.signals,
        {
          failed,
          rearmed: (count) => {
            rearmed += count;
          },
        },
      )
    : async () => undefined;

  return {
    ...database,
    world,
    fileShelf,
    phones: simulatorCalls(world),
    failures,
    rearmed: () => rearmed,
    /** Connects the agent's number as its owner would, by the QR code. */
    connect: async (session: Session) => {
      await database.pool.query(
        `insert into numbers (agent_id, account_id, phone, phone_key, wanted, state, changed_at)
         select id, account_id, phone, phone_key, 'on', 'connecting', now() from agents where id = $1`,
        [session.agentId],
      );
      path.signals.raise('numbers');
      await simulatorCalls(world).pair(session.phone);
      await until(async () => {
        const { rows } = await database.pool.query<{ state: string }>(
          'select state from numbers where agent_id = $1',
          [session.agentId],
        );
        return rows[0]?.state === 'connected';
      });
    },
    close: async () => {
      await stopWorker();
      await stopGateway();
      await path.signals.stop();
      await database.close();
    },
  };
};

export type Pipeline = Awaited<ReturnType<typeof startPipeline>>;

/** Waits for something to become true, looking every few milliseconds. */
export const until = async (true_: () => boolean | Promise<boolean>, seconds = 15): Promise<void> => {
  const giveUpAt = Date.now() + seconds * 1_000;
  while (!(await true_())) {
    if (Date.now() > giveUpAt) throw new Error(`It did not come true in ${seconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
