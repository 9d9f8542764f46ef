import type { Document } from '#core/domain/document.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

export const listDocuments =
  ({ agents, documents }: Pick<Ports, 'agents' | 'documents'>) =>
  async (
    accountId: number,
    agentId: number,
  ): Promise<Result<readonly Document[], RefusalOf<'not-found'>>> => {
    if (!(await agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    return done(await documents.listOf(accountId, agentId));
  };
