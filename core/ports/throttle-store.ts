import type { ThrottleName } from '#core/domain/throttle.ts';

export interface ThrottleStore {
  /** Counts one more try and answers 0, or answers the seconds to wait and counts nothing. Tries at once are counted one by one. */
  take(name: ThrottleName, key: string, now: Date): Promise<number>;
  /** Uncounts one try that turned out to be welcome. */
  giveBack(name: ThrottleName, key: string): Promise<void>;
  clear(name: ThrottleName, key: string): Promise<void>;
}
