/** Runs something later; the answer calls it off. */
export type Timers = { after(ms: number, act: () => void): () => void };

export const pause = (timers: Timers, ms: number): Promise<void> =>
  ms > 0 ? new Promise((done) => void timers.after(ms, done)) : Promise.resolve();

/** Ends with `work`, or after `ms` without it; `work` goes on. Its failure is the caller's. */
export const atMost = async (timers: Timers, ms: number, work: Promise<unknown>): Promise<void> => {
  let stop = () => {};
  const over = new Promise<void>((done) => {
    stop = timers.after(ms, done);
  });
  try {
    await Promise.race([work, over]);
  } finally {
    stop();
  }
};
