export type Loop = {
  /** Runs the next round now, or right after the one under way. */
  wake(): void;
  /** No further round begins; resolves when the one under way has ended. */
  stop(): Promise<void>;
};

/**
 * Rounds of work, one at a time: again after `everyMs` at the latest, sooner when a round says so or somebody wakes it.
 * A round that fails is reported and the next one comes by the clock.
 */
export const loop = (
  round: () => Promise<Date | null | undefined | void>,
  { everyMs, failed }: { everyMs: number; failed: (error: unknown) => void },
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
      let wait = everyMs;
      try {
        const again = await round();
        if (again) wait = Math.min(everyMs, Math.max(0, again.getTime() - Date.now()));
      } catch (error) {
        failed(error);
      }
      if (!woken && !stopped && wait > 0) await pause(wait);
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
