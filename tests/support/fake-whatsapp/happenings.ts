/** Everything that happens passes here, so that a test can wait for it instead of sleeping. */
export type Happenings = {
  happened(): void;
  /** Rejects when it is not so within `patienceMs`. */
  until(so: () => boolean, patienceMs?: number): Promise<void>;
  /** Waits until nothing has happened for so long. */
  quiet(forMs: number): Promise<void>;
};

export const happenings = (): Happenings => {
  const watching = new Set<() => void>();
  const watch = (check: () => void) => {
    watching.add(check);
    return () => void watching.delete(check);
  };
  return {
    happened() {
      for (const check of [...watching]) check();
    },
    until: (so, patienceMs = 10_000) =>
      new Promise((done, failed) => {
        const late = setTimeout(() => {
          unwatch();
          failed(new Error(`It did not happen within ${patienceMs} ms: ${so}`));
        }, patienceMs);
        const check = () => {
          if (!so()) return;
          unwatch();
          clearTimeout(late);
          done();
        };
        const unwatch = watch(check);
        check();
      }),
    quiet: (forMs) =>
      new Promise((done) => {
        const over = () => {
          unwatch();
          done();
        };
        let timer = setTimeout(over, forMs);
        const unwatch = watch(() => {
          clearTimeout(timer);
          timer = setTimeout(over, forMs);
        });
      }),
  };
};
