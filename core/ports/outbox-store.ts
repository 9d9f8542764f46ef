import type { OutgoingMessage, SendResult, Session } from './messenger.ts';

export type Queued = OutgoingMessage & {
  readonly accountId: number;
  readonly agentId: number;
  readonly contactId: number;
  readonly id: number;
  readonly attempts: number;
};

/** Messages on their way out, in order for each contact and at most one of a contact under way. */
export interface OutboxStore {
  /**
   * Marks the next messages of these sessions as being sent and answers them. What was under way when a process died
   * comes first, with the same id. An automatic message to a paused contact is cancelled instead, and one that is too
   * old is `expired` (15 minutes, unless the customer wrote in the last 6 hours).
   */
  claim(
    processId: string,
    sessions: readonly Session[],
    limit: number,
    now: Date,
  ): Promise<readonly Queued[]>;
  /** Gives back a message that was not written to the network; it waits again, or is cancelled with its turn. */
  putBack(message: Queued): Promise<void>;
  /** Writes down what the network said. `unknown` is due again at `retryAt`. */
  settle(
    settled: readonly { message: Queued; result: SendResult; retryAt: Date }[],
    now: Date,
  ): Promise<void>;
}
