import { refuseOneMoreDocument, uploadMs } from '#core/domain/document.ts';
import { refuseOneMoreKeywordFile } from '#core/domain/keyword-file.ts';
import type { Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import type { Subscription } from '#core/domain/subscription.ts';
import { after } from '#core/domain/time.ts';
import type { Ports } from '#core/ports/index.ts';
import type { FilePurpose } from '#core/ports/loose-file-store.ts';
import type { TransactionStores } from '#core/ports/transaction.ts';
import { sweepNow } from './sweep-files.ts';

type Needs = Pick<Ports, 'clock' | 'fileShelf' | 'looseFiles' | 'transaction'>;

type Sought = { readonly accountId: number; readonly agentId: number; readonly purpose: FilePurpose };

type Places = {
  readonly taken: (stores: TransactionStores) => TransactionStores['documents' | 'keywordFiles'];
  readonly refuse: (now: Date, subscription: Subscription | null, standing: number) => Refusal | null;
};

const placesFor: Readonly<Record<FilePurpose, Places>> = {
  document: { taken: ({ documents }) => documents, refuse: refuseOneMoreDocument },
  'keyword-file': { taken: ({ keywordFiles }) => keywordFiles, refuse: refuseOneMoreKeywordFile },
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
  return transaction(accountId, async (stores) => {
    const since = after(now, -uploadMs);
    const onTheirWay = await stores.looseFiles.expectedOf(accountId, agentId, purpose, since);
    const refusal = await noPlaceFor(stores, { accountId, agentId, purpose }, now, onTheirWay);
    return refusal
      ? refused(refusal)
      : done(await stores.looseFiles.expect(accountId, agentId, purpose, now));
  });
};

/** Asked once more before a file is kept: a place is held for a while only, and whoever took longer may find it taken. */
export const noPlaceFor = async (
  stores: TransactionStores,
  { accountId, agentId, purpose }: Sought,
  now: Date,
  onTheirWay = 0,
): Promise<Refusal | null> => {
  const { taken, refuse } = placesFor[purpose];
  const standing = await taken(stores).countOf(accountId, agentId);
  return refuse(now, await stores.subscriptions.of(accountId), standing + onTheirWay);
};
