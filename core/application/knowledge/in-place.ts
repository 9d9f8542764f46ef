import { uploadMs } from '#core/domain/document.ts';
import type { Plan } from '#core/domain/plan.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { isActiveAt } from '#core/domain/subscription.ts';
import { after } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';
import type { FilePurpose } from '#core/ports/loose-file-store.ts';
import type { TransactionStores } from '#core/ports/transaction.ts';
import { sweepNow } from './sweep-files.ts';

type Needs = Pick<Ports, 'clock' | 'fileShelf' | 'looseFiles' | 'transaction'>;

type Sought = { readonly accountId: number; readonly agentId: number; readonly purpose: FilePurpose };

type Places = {
  readonly of: (plan: Plan) => number;
  readonly taken: (stores: TransactionStores) => TransactionStores['documents' | 'keywordFiles'];
  readonly full: 'document-limit-reached' | 'keyword-file-limit-reached';
};

const placesFor: Readonly<Record<FilePurpose, Places>> = {
  document: {
    of: (plan) => plan.documentsPerAgent,
    taken: ({ documents }) => documents,
    full: 'document-limit-reached',
  },
  'keyword-file': {
    of: (plan) => plan.keywordFilesPerAgent,
    taken: ({ keywordFiles }) => keywordFiles,
    full: 'keyword-file-limit-reached',
  },
};

/**
 * Takes a place of the plan and a key on the shelf for what `keep` makes of a file, and gives both back when it makes
 * nothing: however many are sent at once, no more are worked on than may stand.
 */
export const inPlace = async <Kept>(
  ports: Needs,
  sought: Sought,
  keep: (fileKey: string) => Promise<Result<Kept, Refusal>>,
): Promise<Result<Kept, Refusal>> => {
  const place = await takePlace(ports, sought);
  if (!place.ok) return place;
  let kept: Result<Kept, Refusal> | null = null;
  try {
    kept = await keep(place.value);
    return kept;
  } finally {
    if (!kept?.ok) {
      await ports.looseFiles.giveUp(sought.accountId, place.value);
      await sweepNow(ports, sought.accountId);
    }
  }
};

const takePlace = (
  { clock, transaction }: Needs,
  { accountId, agentId, purpose }: Sought,
): Promise<Result<string, Refusal>> => {
  const now = clock.now();
  const places = placesFor[purpose];
  return transaction(accountId, async (stores) => {
    const subscription = await stores.subscriptions.of(accountId);
    if (!isActiveAt(now, subscription)) return refused({ kind: 'no-active-plan' });
    const limit = places.of(subscription.plan);
    const standing = await places.taken(stores).countOf(accountId, agentId);
    const since = after(now, -uploadMs);
    const onTheirWay = await stores.looseFiles.expectedOf(accountId, agentId, purpose, since);
    return standing + onTheirWay < limit
      ? done(await stores.looseFiles.expect(accountId, agentId, purpose, now))
      : refused({ kind: places.full, limit });
  });
};
