import type { ConnectionChange } from '#core/ports/messenger.ts';
import { pause, type Timers } from './timers.ts';

export type Reports = {
  /** Ends when the listener has heard of it, or cannot be reached for long. */
  say(change: ConnectionChange): Promise<void>;
  /** What was not said yet stays unsaid. */
  hush(): void;
};

const retriesMs = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** Tells the listener of one session's changes, one after another; what it refuses is said again. */
export const reports = (hear: (change: ConnectionChange) => Promise<void>, timers: Timers): Reports => {
  let before = Promise.resolve();
  let hushed = false;

  const insist = async (change: ConnectionChange): Promise<void> => {
    for (const waitMs of retriesMs) {
      await pause(timers, waitMs);
      if (hushed) return;
      try {
        return await hear(change);
      } catch {
        // Said again below: whoever keeps it may be away for a while.
      }
    }
  };

  return {
    say(change) {
      before = before.then(() => insist(change));
      return before;
    },
    hush() {
      hushed = true;
    },
  };
};
