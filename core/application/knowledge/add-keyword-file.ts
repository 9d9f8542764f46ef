import { documentName } from '#core/domain/document.ts';
import { parseKeywords } from '#core/domain/keyword.ts';
import {
  type KeywordFile,
  type KeywordFileProblem,
  keywordFileLimits,
  keywordFileTypeOf,
  refuseKeywords,
} from '#core/domain/keyword-file.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { wordsOf } from '#core/domain/text.ts';
import type { Ports } from '#core/ports/index.ts';
import type { NewKeywordFile } from '#core/ports/keyword-file-store.ts';
import type { SentFile } from './add-document.ts';
import { inPlace, noPlaceFor } from './in-place.ts';

export type KeywordFileForm = {
  readonly agentId: number;
  readonly file: SentFile | null;
  /** As typed, with commas between. */
  readonly keywords: string;
  readonly caption: string;
};

type Needs = Pick<Ports, 'agents' | 'clock' | 'fileShelf' | 'looseFiles' | 'throttles' | 'transaction'>;

export const addKeywordFile =
  (ports: Needs) =>
  async (accountId: number, form: KeywordFileForm): Promise<Result<KeywordFile, Refusal>> => {
    const { agentId } = form;
    if (!(await ports.agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    const read = readForm(form);
    if (!read.ok) return read;
    return inPlace(ports, { accountId, agentId, purpose: 'keyword-file' }, (fileKey) =>
      keep(ports, accountId, agentId, { ...read.value, fileKey }),
    );
  };

type Read = Omit<NewKeywordFile, 'fileKey'> & { readonly bytes: Uint8Array };

const readForm = ({ file, keywords: typed, caption }: KeywordFileForm): Result<Read, Refusal> => {
  if (!file) return refused({ kind: 'invalid-field', field: 'file', problem: 'missing' });
  const keywords = parseKeywords(typed);
  if (keywords === null) {
    const problem = wordsOf(typed).length === 0 ? 'missing' : 'invalid';
    return refused({ kind: 'invalid-field', field: 'keywords', problem });
  }
  const { caption: max } = keywordFileLimits;
  if (caption.length > max) {
    return refused({ kind: 'invalid-field', field: 'fileCaption', problem: 'too-long', max });
  }
  const type = keywordFileTypeOf(file.bytes);
  if (isProblem(type)) {
    return refused(
      type === 'wrong-type' ? { kind: 'wrong-file-type' } : { kind: 'unreadable-file', problem: type },
    );
  }
  return done({ name: documentName(file.name), type, keywords, caption, bytes: file.bytes });
};

const isProblem = (type: KeywordFile['type'] | KeywordFileProblem): type is KeywordFileProblem =>
  !type.includes('/');

/** Of the tries only those count that leave nothing behind, as with documents. */
const keep = async (
  { clock, fileShelf, throttles, transaction }: Needs,
  accountId: number,
  agentId: number,
  { bytes, ...file }: Read & { readonly fileKey: string },
): Promise<Result<KeywordFile, Refusal>> => {
  const retryAfterSeconds = await throttles.take('uploads', String(accountId), clock.now());
  if (retryAfterSeconds > 0) return refused({ kind: 'too-many-attempts', retryAfterSeconds });
  await fileShelf.put(file.fileKey, bytes, file.type);
  const kept = await transaction(accountId, async (stores): Promise<Result<KeywordFile, Refusal>> => {
    if (!(await stores.agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    const now = clock.now();
    const refusal = await noPlaceFor(stores, { accountId, agentId, purpose: 'keyword-file' }, now);
    if (refusal) return refused(refusal);
    const shared = refuseKeywords(file.keywords, await stores.keywordFiles.listeningOf(accountId, agentId));
    if (shared) return refused(shared);
    const added = await stores.keywordFiles.add(accountId, agentId, file, now);
    if (!(await stores.looseFiles.settle(accountId, file.fileKey)))
      throw new Error('A file was given up while it was put away.');
    return done(added);
  });
  if (kept.ok) await throttles.giveBack('uploads', String(accountId));
  return kept;
};
