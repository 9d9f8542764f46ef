import type { LocalDate } from '#core/domain/time.ts';
import type { OpenTurn } from './conversation-store.ts';
import type { IncomingMedia, Session } from './messenger.ts';

/** A message with a file that nobody has heard or seen yet. */
export type WaitingMedia = {
  readonly messageId: number;
  readonly media: IncomingMedia;
  /** The number that it came to. */
  readonly session: Session;
};

/** `limit`: the month's are used up. `fenced`: the turn is somebody else's by now, and nothing was counted. */
export type VoiceCount = 'counted' | 'limit' | 'fenced';

/** Customers' voice messages, from being kept to being heard, and the month's account of them. */
export interface VoiceStore {
  /** Those of this turn that nobody has tried to hear, or not with an end; oldest first. */
  waitingIn(turn: OpenTurn): Promise<readonly WaitingMedia[]>;
  /**
   * Counts a message before it is heard, as long as fewer than `limit` (null: any number) are counted in that month of
   * the account, however many ask at once. One that is counted already stays so, and answers `counted`.
   */
  count(turn: OpenTurn, messageId: number, month: LocalDate, limit: number | null): Promise<VoiceCount>;
  /** It was not heard for now: not counted any more. */
  giveBack(accountId: number, messageId: number): Promise<void>;
  /**
   * What was said, kept once: a message that has its end keeps it. `fileKey` is where its file is about to be put; it is
   * taken from the shelf when its time is over, whether it ever came there or not.
   */
  keepTranscript(
    accountId: number,
    messageId: number,
    heard: { readonly transcript: string; readonly fileKey: string },
    now: Date,
  ): Promise<void>;
  /** It will never be heard, and is not counted. `seconds` corrects what its sender said, where given. */
  refuse(accountId: number, messageId: number, seconds: number | null, now: Date): Promise<void>;
  /** Where the file of a message lies while it is kept. */
  fileOf(accountId: number, messageId: number): Promise<string | null>;
}
