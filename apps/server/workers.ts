import type { Log } from '#adapters/http/log.ts';
import type { Metrics } from '#adapters/http/metrics.ts';
import { newProcessId } from '#adapters/node/process-id.ts';
import { runWorker } from '#core/application/conversation/run-worker.ts';
import { sweepFiles } from '#core/application/knowledge/sweep-files.ts';
import { runGateway } from '#core/application/whatsapp/run-gateway.ts';
import type { Ports } from '#core/ports/index.ts';
import type { Config } from './config.ts';
import { loop } from './loop.ts';
import { startGateway, startWorker } from './loops.ts';

const hourly = 3_600_000;

/** Conversations that one process answers at once. Nearly all of them wait for the model. */
const width = 32;

/** Starts what this process's roles ask for besides HTTP; the answer ends it, workers first. */
export const startWorkers = async (
  config: Pick<Config, 'roles' | 'burst' | 'gatewayNumbers' | 'pace'>,
  ports: Ports,
  metrics: Pick<Metrics, 'turnEnded' | 'rearmed'>,
  log: Log,
): Promise<() => Promise<void>> => {
  const processId = newProcessId();
  const failed = (err: unknown) => log.error({ err }, 'round failed');
  const rearmed = (count: number) => {
    metrics.rearmed(count);
    if (count > 0) log.warn({ count }, 'conversations that nothing would have woken');
  };
  const stopGateway = config.roles.has('gateway')
    ? await startGateway(
        runGateway(ports, {
          timing: config.burst,
          processId,
          most: config.gatewayNumbers,
          pace: config.pace,
          random: Math.random,
          failed,
        }),
        ports.signals,
        failed,
      )
    : null;
  const stopWorker = config.roles.has('worker')
    ? await startWorker(
        runWorker(ports, {
          workerId: processId,
          width,
          worked: (outcome, ms) => {
            metrics.turnEnded(outcome, ms / 1_000);
            log.info({ outcome, ms }, 'turn');
          },
          failed,
        }),
        ports.signals,
        { failed, rearmed },
      )
    : null;
  const housekeeping = config.roles.has('worker')
    ? loop(
        async () => {
          await ports.housekeeping.forget(ports.clock.now());
          await sweepFiles(ports)();
        },
        { everyMs: hourly, failed },
      )
    : null;
  return async () => {
    await housekeeping?.stop();
    await stopWorker?.();
    await stopGateway?.();
  };
};
