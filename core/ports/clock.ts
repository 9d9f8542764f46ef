export interface Clock {
  now(): Date;
  /** Milliseconds since some moment; never set back or forward, whatever happens to the machine's clock. */
  elapsedMs(): number;
}
