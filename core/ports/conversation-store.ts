import type { CustomerMessage, Line } from '#core/domain/message.ts';
import type { NoticeKind } from '#core/domain/notice.ts';
import type { Outcome } from '#core/domain/outcome.ts';
import type { PauseOrigin } from '#core/domain/pause.ts';
import type { RecordedStep } from '#core/domain/prompt.ts';
import type { Source } from '#core/domain/source.ts';
import type { Subscription } from '#core/domain/subscription.ts';
import type { IncomingMessage, Session } from './messenger.ts';
import type { QueuedFile } from './outbox-store.ts';

/** One conversation held for answering. Only the holder of the newest lease may end its turn. */
export type Claim = {
  readonly accountId: number;
  readonly contactId: number;
  readonly lease: string;
};

/** A turn: the messages of a burst, and all that deciding about them needs. */
export type OpenTurn = {
  readonly id: number;
  readonly claim: Claim;
  /** Marks how much of the conversation this turn has seen; given back when it is closed. */
  readonly seen: number;
  /** How often work on it began without ending: this time included. */
  readonly attempts: number;
  /** How often the model was unavailable for it. */
  readonly failures: number;
  readonly openedAt: Date;
  readonly test: boolean;
  /** Oldest first, never empty. */
  readonly messages: readonly CustomerMessage[];
  /** What was said before, oldest first. */
  readonly history: readonly Line[];
  readonly steps: readonly RecordedStep[];
  /** The agent's keyword files, oldest first. */
  readonly files: readonly FileOfTurn[];
  readonly agent: {
    readonly id: number;
    readonly name: string;
    readonly description: string;
    readonly businessInfo: string;
    /** Empty for the usual words. */
    readonly dontKnowText: string;
    readonly online: boolean;
    /** It has documents to look things up in. */
    readonly hasDocuments: boolean;
  };
  readonly timeZone: string;
  readonly subscription: Subscription | null;
  readonly paused: PauseOrigin | null;
  readonly repliesLastMinute: number;
  readonly sameTextCount: number;
  readonly toldCannotHearAt: Date | null;
  readonly toldToHoldOnAt: Date | null;
};

/** A keyword file, and what this contact has had of it. */
export type FileOfTurn = QueuedFile & {
  readonly keywords: readonly string[];
  readonly caption: string;
  readonly lastSentAt: Date | null;
};

export type Ending = {
  readonly outcome: Outcome;
  /** What the customer gets first. */
  readonly files: readonly FileOfTurn[];
  /** What the customer gets, in order. */
  readonly texts: readonly string[];
  /** Passages of documents that the answer was made from. */
  readonly sources: readonly Source[];
  readonly notice: NoticeKind | null;
  /** Silences the loop breaker's contact until then. */
  readonly robotUntil: Date | null;
  readonly told: 'cannot-hear' | null;
};

/** What a customer gets of a turn that is tried again later. */
export type Meanwhile = {
  readonly files: readonly FileOfTurn[];
  /** Asks for patience. */
  readonly holdOnText: string | null;
};

/** `agent-gone`: the agent was deleted, and with it everything that a message could belong to. */
export type Kept = 'accepted' | 'duplicate' | 'agent-gone';

/** Customers' messages on their way to an outcome. */
export interface ConversationStore {
  /**
   * Keeps a customer's message and sets when its conversation is due, all or nothing. The same message again (same
   * chat, author and id) answers `duplicate` and changes nothing. A contact known by several identities is one.
   */
  accept(
    session: Session,
    message: IncomingMessage,
    timing: { dueInMs: number; maxMs: number },
    now: Date,
  ): Promise<Kept>;
  /**
   * Keeps the owner's message and steps back, all or nothing: the turn being answered ends as `human-took-over`, what
   * was not yet sent is cancelled, and the contact is paused as told. A message that we sent ourselves, and one that
   * was kept before, change nothing.
   */
  ownerWrote(session: Session, message: IncomingMessage, pause: OwnerPause, now: Date): Promise<Kept>;
  /** Takes up to `limit` conversations that are due, oldest first, for `leaseMs`; nobody else can take them meanwhile. */
  claimDue(buckets: readonly number[], limit: number, leaseMs: number, now: Date): Promise<readonly Claim[]>;
  /** Opens the conversation's turn, or resumes the one whose holder died. Null when the lease was lost or nothing waits. */
  openTurn(claim: Claim, now: Date): Promise<OpenTurn | null>;
  /** Keeps what a tool did. The same step again changes nothing. False when the lease was lost. */
  recordStep(turn: OpenTurn, index: number, step: RecordedStep): Promise<boolean>;
  /** Ends the turn and queues its files and texts, all or nothing. False when the lease was lost: nothing happened then. */
  closeTurn(turn: OpenTurn, ending: Ending, now: Date): Promise<boolean>;
  /** Leaves the turn open until `at`, and queues what need not wait for that, once. False when the lease was lost. */
  retryTurn(turn: OpenTurn, at: Date, meanwhile: Meanwhile, now: Date): Promise<boolean>;
  /** Keeps the leases of the conversations at work. */
  renew(claims: readonly Claim[], leaseMs: number, now: Date): Promise<void>;
  /** When the next conversation of these buckets is due, or null. */
  nextDueAt(buckets: readonly number[]): Promise<Date | null>;
  /** Re-arms conversations with waiting messages that nothing would wake; answers how many there were: 0 when all is well. */
  rearm(now: Date): Promise<number>;
}

/** What the owner's message does to the pauses of that customer. */
export type OwnerPause =
  | { readonly kind: 'until'; readonly until: Date }
  | { readonly kind: 'stop' }
  | { readonly kind: 'start' }
  /** Steps back from what is under way only: the owner wants no pauses. */
  | { readonly kind: 'none' }
  /** Handed over so late that its pause is over: kept as context, nothing else. */
  | { readonly kind: 'past' };
