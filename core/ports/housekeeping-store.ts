export interface HousekeepingStore {
  /** Forgets what has no meaning any more: ended sessions, quiet throttles, pauses long over. Answers how many rows went. */
  forget(now: Date): Promise<number>;
}
