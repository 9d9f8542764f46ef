import type { ConnectionChange, LeasedSession } from './messenger.ts';

/** A number that this process holds, and what its owner wants of it. */
export type HeldNumber = LeasedSession & {
  readonly wanted: 'on' | 'off';
  readonly pairingCodeWanted: boolean;
  /** Linked to a phone: another process can open it without anybody having to scan again. */
  readonly paired: boolean;
  /** Of no use to be opened before; the end of time where only its owner can know. Null: nothing is in the way. */
  readonly haltedUntil: Date | null;
};

export type HoldLimits = {
  /** Numbers that a process holds at most. */
  readonly most: number;
  /** Numbers that it takes over at once. */
  readonly wave: number;
};

export type Holding = {
  readonly numbers: readonly HeldNumber[];
  /** How many of them are above this process's fair share: others have room for them. */
  readonly surplus: number;
};

/** The gateway's side of the numbers: who holds which, and what became of them. */
export interface GatewayStore {
  /**
   * Renews this process's lease on the numbers it holds and takes over those that nobody holds and whose owner wants
   * something, up to a fair share among the processes alive: first those that somebody waits for at a screen, then the
   * longest unchanged. The lease counts from when this was asked. A number that changes hands gets a new epoch, is not
   * connected until its new holder says so, and is no longer halted for an old client. Answers all numbers held now;
   * one that was lost to another process is missing.
   */
  hold(processId: string, leaseMs: number, limits: HoldLimits): Promise<Holding>;
  /** Leaves these numbers to the other processes; those held under a newer epoch stay. */
  giveBack(processId: string, numbers: readonly LeasedSession[]): Promise<void>;
  /** Lets go of everything, so that another process need not wait for the lease to end, and wakes the others. */
  letGo(processId: string): Promise<void>;
  /**
   * Writes down a change; ignored when this process no longer holds the number under this epoch. `connected` is refused
   * with false when another account's agent has the number connected: the caller then logs out. `closed` wipes the
   * device's keys. `halted` keeps the link and the wish; an old client's halt is tried again in half an hour where nobody
   * knows better. With a linked number that is lost or halted its owner gets a notice, and, where there are `words`, a
   * message by the platform's own number: one a day for each agent, and never about the platform's own.
   */
  record(
    processId: string,
    session: LeasedSession,
    change: ConnectionChange,
    words: string | null,
    now: Date,
  ): Promise<boolean>;
}
