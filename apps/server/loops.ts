import type { Worker } from '#core/application/conversation/run-worker.ts';
import type { Gateway } from '#core/application/whatsapp/run-gateway.ts';
import type { Signals } from '#core/ports/signals.ts';
import { type Loop, loop } from './loop.ts';

type Failed = (error: unknown) => void;

const everySecond = 1_000;
const leaseEveryMs = 3_000;
const fenceEveryMs = 1_000;
const sweepEveryMs = 10_000;
/** What comes in meanwhile is taken up together, by one statement. */
const apartMs = 4;

/** Keeps a worker going until it is stopped. */
export const startWorker = async (
  worker: Worker,
  signals: Signals,
  { failed, rearmed }: { failed: Failed; rearmed: (count: number) => void },
): Promise<() => Promise<void>> => {
  await worker.hold().catch(failed);
  const working = loop(() => worker.work(), { everyMs: everySecond, apartMs, failed });
  const loops: readonly Loop[] = [
    working,
    loop(() => worker.hold(), { everyMs: leaseEveryMs, failed }),
    loop(async () => rearmed(await worker.rearm()), { everyMs: sweepEveryMs, failed }),
  ];
  signals.on('turns', () => working.wake());
  return async () => {
    await working.stop();
    await worker.stop().catch(failed);
    await Promise.all(loops.map((each) => each.stop()));
  };
};

/** Keeps a gateway going until it is stopped. */
export const startGateway = async (
  gateway: Gateway,
  signals: Signals,
  failed: Failed,
): Promise<() => Promise<void>> => {
  await gateway.hold().catch(failed);
  const delivering = loop(() => gateway.deliver(), { everyMs: everySecond, apartMs, failed });
  const holding = loop(() => gateway.hold(), { everyMs: leaseEveryMs, failed });
  // Beside the holding, since that may hang: whoever cannot renew must stop in time.
  const fencing = loop(async () => gateway.fence(), { everyMs: fenceEveryMs, failed });
  const expiring = loop(() => gateway.expire(), { everyMs: sweepEveryMs, failed });
  signals.on('outbox', () => delivering.wake());
  signals.on('numbers', () => holding.wake());
  return async () => {
    await Promise.all([delivering, holding, expiring].map((each) => each.stop()));
    await gateway.stop().catch(failed);
    await fencing.stop();
  };
};
