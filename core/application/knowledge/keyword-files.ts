import type { KeywordFile } from '#core/domain/keyword-file.ts';
import type { RefusalOf } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';

export const listKeywordFiles =
  ({ agents, keywordFiles }: Pick<Ports, 'agents' | 'keywordFiles'>) =>
  async (
    accountId: number,
    agentId: number,
  ): Promise<Result<readonly KeywordFile[], RefusalOf<'not-found'>>> => {
    if (!(await agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    return done(await keywordFiles.listOf(accountId, agentId));
  };

/** For whoever holds a link to it: the link says whose it is. */
export const openKeywordFile =
  ({ fileShelf, keywordFiles }: Pick<Ports, 'fileShelf' | 'keywordFiles'>) =>
  async (
    accountId: number,
    fileId: number,
  ): Promise<Result<KeywordFile & { readonly bytes: Uint8Array }, RefusalOf<'not-found'>>> => {
    const file = await keywordFiles.find(accountId, fileId);
    const bytes = file && (await fileShelf.get(file.fileKey));
    return bytes ? done({ ...file, bytes }) : refused({ kind: 'not-found' });
  };
