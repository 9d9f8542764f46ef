import type { Timers } from '#core/application/whatsapp/timers.ts';

export type Gate = {
  /** Resolves when it is this one's turn; to be given back by the answer, once. */
  enter(): Promise<() => void>;
  /** WhatsApp takes no client like ours: nobody tries again before then. Null: as far as known, it does. */
  readonly shutUntil: Date | null;
  shut(until: Date): void;
};

/** Logging in costs a core for a moment, and a crowd of logins looks like an attack: so many at once. */
export const loginGate = (timers: Timers, atOnce: number, heldAtMostMs: number, now: () => Date): Gate => {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let shutUntil: Date | null = null;

  /** The place is handed on, so that nobody comes in between. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };

  return {
    async enter() {
      if (inside < atOnce) inside += 1;
      else await new Promise<void>((mayGo) => waiting.push(mayGo));
      let left = false;
      const once = () => {
        if (left) return;
        left = true;
        stop();
        leave();
      };
      const stop = timers.after(heldAtMostMs, once);
      return once;
    },
    get shutUntil() {
      return shutUntil && shutUntil > now() ? shutUntil : null;
    },
    shut(until) {
      shutUntil = until;
    },
  };
};
