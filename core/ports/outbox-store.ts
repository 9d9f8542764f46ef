import type { KeywordFileType } from '#core/domain/keyword-file.ts';
import type { Phone } from '#core/domain/phone.ts';
import type { LeasedSession, OutgoingMessage, SendResult } from './messenger.ts';

/** A file as it waits: its bytes lie on the shelf until it leaves. */
export type QueuedFile = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly type: KeywordFileType;
};

export type Queued = Omit<OutgoingMessage, 'attachment'> & {
  readonly file: QueuedFile | null;
  readonly accountId: number;
  readonly agentId: number;
  readonly contactId: number;
  readonly id: number;
  readonly attempts: number;
  /** It was being sent before: the network may have it. */
  readonly again: boolean;
};

export type Settled = {
  readonly message: Queued;
  /** `not-written`: never, as far as anybody knows; it waits again as one that may be called back. */
  readonly result: Exclude<SendResult, { kind: 'held-back' }> | { readonly kind: 'not-written' };
  readonly retryAt: Date;
};

/** A connected number, and what may leave by it now. */
export type Line = LeasedSession & {
  /** How many messages. */
  readonly places: number;
  /** Which automatic ones: any, none, or the one with this id. What the owner wrote in the panel may leave always. */
  readonly automatic: 'any' | 'none' | number;
};

/** The next automatic message of a number, as it waits. */
export type Upcoming = {
  readonly agentId: number;
  readonly id: number;
  readonly chat: string | null;
  readonly phone: Phone | null;
  readonly text: string;
  /** What becomes of it when it is claimed: sent for the first time, sent again, or neither. */
  readonly fate: 'sent' | 'sent-again' | 'dropped';
};

/** Messages on their way out, in order for each contact and at most one of a contact under way. */
export interface OutboxStore {
  /**
   * Marks the next messages of these lines as being sent and answers them: only of numbers that this process really
   * holds, under that epoch and a lease that lasts. One that is marked already but not among `underWay` was under way
   * when its process died or the network did not answer: it goes first, with the same id. An automatic message to a
   * paused contact is cancelled instead, and one that is too old is `expired` (15 minutes, unless the customer wrote in
   * the last 6 hours), as one that was tried sixty times is.
   */
  claim(
    processId: string,
    lines: readonly Line[],
    underWay: readonly number[],
    limit: number,
    now: Date,
  ): Promise<readonly Queued[]>;
  /** For each of these numbers the automatic message that `claim` would take up first, if there is one. Marks nothing. */
  upcoming(
    numbers: readonly LeasedSession[],
    underWay: readonly number[],
    now: Date,
  ): Promise<readonly Upcoming[]>;
  /**
   * Gives back a message that was not written to the network: it waits again, marked still if an earlier try may have
   * been. A no-op once somebody else has claimed it.
   */
  putBack(message: Queued): Promise<void>;
  /**
   * Cancels a message that was not written to the network because the owner wrote first; its turn is the owner's. A
   * no-op once somebody else has claimed it.
   */
  withhold(message: Queued, now: Date): Promise<void>;
  /** Records what is too old as `expired` where the agent has no line to send it by. */
  expire(now: Date): Promise<void>;
  /** Writes down what the network said. `unknown` and `not-written` are due again at `retryAt`. */
  settle(settled: readonly Settled[], now: Date): Promise<void>;
}
