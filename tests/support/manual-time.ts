import type { Clock } from '#core/ports/clock.ts';

/** Time that passes only when a test says so. */
export const manualTime = (start = new Date('2026-11-21T12:00:00Z')) => {
  type Due = { readonly at: number; readonly act: () => void };
  let now = start.getTime();
  const waiting = new Set<Due>();

  const nextBy = (end: number): Due | undefined =>
    [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];

  /** Lets everything happen that waits for nothing but other promises. */
  const settle = () => new Promise<void>((done) => setImmediate(done));

  const pass = async (ms: number): Promise<void> => {
    const end = now + ms;
    await settle();
    for (let due = nextBy(end); due; due = nextBy(end)) {
      waiting.delete(due);
      now = due.at;
      due.act();
      await settle();
    }
    now = end;
  };

  const clock: Clock = { now: () => new Date(now), elapsedMs: () => now };

  return {
    clock,
    settle,
    pass,
    /** Passes time until it is so, an hour at most. */
    async until(so: () => boolean): Promise<void> {
      const giveUpAt = now + 3_600_000;
      await settle();
      while (!so()) {
        if (now > giveUpAt) throw new Error('It did not happen within an hour.');
        await pass(250);
      }
    },
    /** The timers of one process: none of them runs any more once it is killed. */
    process() {
      let alive = true;
      return {
        timers: {
          after(ms: number, act: () => void) {
            const due = { at: now + ms, act: () => alive && act() };
            waiting.add(due);
            return () => void waiting.delete(due);
          },
        },
        kill() {
          alive = false;
        },
      };
    },
  };
};
