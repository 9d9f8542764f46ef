import { type Document, documentName, documentTypeOf, textOf } from '#core/domain/document.ts';
import { cutPassages } from '#core/domain/passage.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { DocumentProblem, ReadDocument } from '#core/ports/document-reader.ts';
import type { Ports } from '#core/ports/index.ts';
import { inPlace, noPlaceFor } from './in-place.ts';

export type SentFile = { readonly name: string; readonly bytes: Uint8Array };

type Needs = Pick<
  Ports,
  | 'agents'
  | 'clock'
  | 'documentReader'
  | 'embedder'
  | 'fileShelf'
  | 'looseFiles'
  | 'throttles'
  | 'transaction'
>;

/**
 * A place is taken before the file is read, and becomes the document's in the end. `left` resolves when the owner waits
 * no longer; what is not kept by then is dropped.
 */
export const addDocument =
  (ports: Needs) =>
  async (
    accountId: number,
    agentId: number,
    file: SentFile | null,
    left: Promise<unknown>,
  ): Promise<Result<Document, Refusal>> => {
    if (!(await ports.agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    if (!file) return refused({ kind: 'invalid-field', field: 'file', problem: 'missing' });
    const name = documentName(file.name);
    const type = documentTypeOf(name);
    if (type === null) return refused({ kind: 'wrong-document-type' });

    return inPlace(ports, { accountId, agentId, purpose: 'document' }, (fileKey) =>
      readAndKeep(ports, { accountId, agentId, name, type, bytes: file.bytes, fileKey }, left),
    );
  };

type Upload = SentFile & {
  readonly accountId: number;
  readonly agentId: number;
  readonly type: string;
  readonly fileKey: string;
};

/** Of the tries only those count that leave nothing behind: a document that is kept gives its own back. */
const readAndKeep = async (
  ports: Needs,
  upload: Upload,
  left: Promise<unknown>,
): Promise<Result<Document, Refusal>> => {
  const { accountId, bytes, fileKey, type } = upload;
  const retryAfterSeconds = await ports.throttles.take('uploads', String(accountId), ports.clock.now());
  if (retryAfterSeconds > 0) return refused({ kind: 'too-many-attempts', retryAfterSeconds });
  if (bytes.length === 0) return refused({ kind: 'unreadable-document', problem: 'empty' });
  const read = await Promise.race([ports.documentReader.read(bytes), left.then(() => null)]);
  if (read === null) return refused({ kind: 'upload-cancelled' });
  if (read.kind === 'refused') return refused(refusalOf(read.problem));
  await ports.fileShelf.put(fileKey, bytes, type);
  const kept = await keep(ports, upload, read.document);
  if (kept.ok) await ports.throttles.giveBack('uploads', String(accountId));
  return kept;
};

const refusalOf = (problem: DocumentProblem): Refusal =>
  problem === 'wrong-type' ? { kind: 'wrong-document-type' } : { kind: 'unreadable-document', problem };

const keep = async (
  { clock, embedder, transaction }: Needs,
  { accountId, agentId, fileKey, name }: Upload,
  { blocks, pages }: ReadDocument,
): Promise<Result<Document, Refusal>> => {
  const pieces = cutPassages(blocks);
  const vectors =
    (await embedder?.embed(pieces.map(({ headings, text }) => [name, ...headings, text].join('\n')))) ?? [];
  return transaction(accountId, async (stores) => {
    const { agents, documents, looseFiles, passages } = stores;
    if (!(await agents.find(accountId, agentId))) return refused({ kind: 'not-found' });
    const now = clock.now();
    const refusal = await noPlaceFor(stores, { accountId, agentId, purpose: 'document' }, now);
    if (refusal) return refused(refusal);
    const content = { name, text: textOf(blocks), pages, fileKey };
    const document = await documents.add(accountId, agentId, content, now);
    if (!document) return refused({ kind: 'document-sent-before' });
    if (!(await looseFiles.settle(accountId, fileKey)))
      throw new Error('A file was given up while it was read.');
    await passages.put(accountId, agentId, document, pieces, vectors);
    return done(document);
  });
};
