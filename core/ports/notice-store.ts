import type { NoticeKind } from '#core/domain/notice.ts';
import type { ConnectionProblem } from './messenger.ts';

export type Notice = {
  readonly id: number;
  readonly agentId: number;
  readonly agentName: string;
  readonly kind: NoticeKind;
  readonly customerPhone: string | null;
  /** Why the number was lost, where that is what happened and it is known. */
  readonly problem: ConnectionProblem | null;
  readonly at: Date;
};

export interface NoticeStore {
  /** Unseen ones, newest first, 50 at most. */
  listOf(accountId: number): Promise<readonly Notice[]>;
  /** False when the account has no such notice. */
  dismiss(accountId: number, noticeId: number): Promise<boolean>;
}
