import type { Channel } from '#core/domain/message.ts';
import type { Outcome } from '#core/domain/outcome.ts';
import type { Source } from '#core/domain/source.ts';

/** One turn as the owner reads it. `question` joins a burst's texts by line breaks. */
export type HistoryEntry = {
  readonly id: number;
  readonly contactId: number;
  readonly customerPhone: string | null;
  readonly customerName: string | null;
  readonly sentAt: Date;
  readonly question: string;
  /** Messages of the customer that can be listened to; what is said in them is in `question`. */
  readonly voices: readonly number[];
  readonly answer: string | null;
  /** Names of the files that the customer got. */
  readonly files: readonly string[];
  /** Passages of documents that the answer was made from. */
  readonly sources: readonly Source[];
  readonly outcome: Outcome | null;
  readonly channel: Channel;
  readonly test: boolean;
};

export type HistoryFilter = {
  /** A part of the phone's digits. */
  readonly phone: string | null;
  /** From this instant on. */
  readonly from: Date | null;
  /** Before, but not at, this instant. */
  readonly until: Date | null;
  readonly limit: number;
  /** Entries older than the one this cursor was given with. */
  readonly cursor: string | null;
};

export type HistoryPage = { readonly entries: readonly HistoryEntry[]; readonly nextCursor: string | null };

export interface HistoryStore {
  /** Those whose first message was written last come first. Turns that are still being answered are there too, without outcome. */
  pageOf(accountId: number, agentId: number, filter: HistoryFilter): Promise<HistoryPage>;
}
