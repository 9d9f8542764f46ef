import { done, type Result } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import type { Notice } from '#core/ports/notice-store.ts';

export const listNotices =
  ({ notices }: Pick<Ports, 'notices'>) =>
  async (accountId: number): Promise<Result<readonly Notice[], never>> =>
    done(await notices.listOf(accountId));
