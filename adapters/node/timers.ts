import type { Timers } from '#core/application/whatsapp/timers.ts';

/** Real time. A waiting timer does not keep the process alive. */
export const realTimers: Timers = {
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};
