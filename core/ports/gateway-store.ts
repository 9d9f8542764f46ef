import type { ConnectionChange, LeasedSession, Session } from './messenger.ts';

/** A number that this process holds, and what its owner wants of it. */
export type HeldNumber = LeasedSession & {
  readonly wanted: 'on' | 'off';
  readonly pairingCodeWanted: boolean;
};

/** The gateway's side of the numbers: who holds which, and what became of them. */
export interface GatewayStore {
  /**
   * Renews this process's lease on the numbers it holds and takes over those that nobody holds and whose owner wants
   * something. Answers all numbers held now; one that was lost to another process is missing.
   */
  hold(processId: string, now: Date, leaseMs: number): Promise<readonly HeldNumber[]>;
  /** Lets go of everything, so that another process need not wait for the lease to end. */
  letGo(processId: string): Promise<void>;
  /**
   * Writes down a change; ignored when this process no longer holds the number. `connected` is refused with false when
   * another account's agent has the number connected: the caller then logs out.
   */
  record(processId: string, session: Session, change: ConnectionChange, now: Date): Promise<boolean>;
}
