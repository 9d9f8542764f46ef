import type { Document } from '#core/domain/document.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Ports } from '#core/ports/index.ts';
import type { TransactionStores } from '#core/ports/transaction.ts';
import { sweepNow } from './sweep-files.ts';

/** A document named by its id, of whichever agent or of this one, or by how its text begins. */
export type NamedDocument =
  | { readonly documentId: number; readonly agentId: number | null }
  | { readonly beginning: string; readonly agentId: number };

/** Its passages and its file go with it. */
export const deleteDocument =
  (ports: Pick<Ports, 'clock' | 'fileShelf' | 'looseFiles' | 'throttles' | 'transaction'>) =>
  async (accountId: number, named: NamedDocument): Promise<Result<undefined, Refusal>> => {
    const deleted = await ports.transaction(
      accountId,
      async (stores): Promise<Result<undefined, Refusal>> => {
        const found = await findNamed(stores, accountId, named);
        if (!found.ok) return found;
        const { agentId, id } = found.value;
        await stores.passages.remove(accountId, agentId, [id]);
        await stores.documents.remove(accountId, id);
        return done(undefined);
      },
    );
    if (!deleted.ok) return deleted;
    // Whoever sends and deletes in turns has files read without end; the answer counts when the next one is sent.
    await ports.throttles.take('uploads', String(accountId), ports.clock.now());
    await sweepNow(ports, accountId);
    return deleted;
  };

const findNamed = async (
  { documents }: Pick<TransactionStores, 'documents'>,
  accountId: number,
  named: NamedDocument,
): Promise<Result<Document, Refusal>> => {
  if ('documentId' in named) {
    const document = await documents.find(accountId, named.documentId);
    return document && (named.agentId ?? document.agentId) === document.agentId
      ? done(document)
      : refused({ kind: 'not-found' });
  }
  if (named.beginning === '') return refused({ kind: 'invalid-field', field: 'text', problem: 'missing' });
  const [first, second] = await documents.beginningWith(accountId, named.agentId, named.beginning);
  if (!first) return refused({ kind: 'not-found' });
  return second ? refused({ kind: 'several-documents' }) : done(first);
};
