import type { OutgoingMessage, SendResult, Session } from './messenger.ts';

export type Queued = OutgoingMessage & {
  readonly accountId: number;
  readonly agentId: number;
  readonly contactId: number;
  readonly id: number;
  readonly attempts: number;
};

export type Settled = { readonly message: Queued; readonly result: SendResult; readonly retryAt: Date };

/** Messages on their way out, in order for each contact and at most one of a contact under way. */
export interface OutboxStore {
  /**
   * Marks the next messages of these sessions as being sent and answers them. One that is marked already but not among
   * `underWay` was under way when its process died or the network did not answer: it goes first, with the same id.
   * An automatic message to a paused contact is cancelled instead, and one that is too old is `expired` (15 minutes,
   * unless the customer wrote in the last 6 hours), as one that was tried sixty times is.
   */
  claim(
    sessions: readonly Session[],
    underWay: readonly number[],
    limit: number,
    now: Date,
  ): Promise<readonly Queued[]>;
  /** Gives back a message that was not written to the network: it waits again, marked still if an earlier try may have been. */
  putBack(message: Queued): Promise<void>;
  /** Cancels a message that was not written to the network because the owner wrote first; its turn is the owner's. */
  withhold(message: Queued, now: Date): Promise<void>;
  /** Records what is too old as `expired` where the agent has no line to send it by. */
  expire(now: Date): Promise<void>;
  /** Writes down what the network said. `unknown` is due again at `retryAt`. */
  settle(settled: readonly Settled[], now: Date): Promise<void>;
}
