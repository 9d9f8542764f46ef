import { setTimeout as sleep } from 'node:timers/promises';

export type Loop = {
  /** Runs the next round now, or right after the one under way. */
  wake(): void;
  /** No further round begins; resolves when the one under way has ended. */
  stop(): Promise<void>;
};

/**
 * Rounds of work, one at a time: again after `everyMs` at the latest, sooner when a round answers a date or somebody wakes it,
 * but begun no closer than `apartMs`, so that under load one round serves many wake-ups.
 * A round that fails is reported and the next one comes by the clock.
 */
export const loop = (
  round: () => Promise<unknown>,
  { everyMs, apartMs = 0, failed }: { everyMs: number; apartMs?: number; failed: (error: unknown) => void },
): Loop => {
  let woken = false;
  let stopped = false;
  let interrupt = (): void => undefined;

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!stopped) {
      woken = false;
      const begunAt = performance.now();
      let wait = everyMs;
      try {
        const again = await round();
        if (again instanceof Date) wait = Math.min(everyMs, Math.max(0, again.getTime() - Date.now()));
      } catch (error) {
        failed(error);
      }
      if (!woken && !stopped && wait > 0) await pause(wait);
      const early = begunAt + apartMs - performance.now();
      if (!stopped && early > 0) await sleep(early);
    }
  };

  const running = run();
  return {
    wake: () => {
      woken = true;
      interrupt();
    },
    stop: () => {
      stopped = true;
      interrupt();
      return running;
    },
  };
};
