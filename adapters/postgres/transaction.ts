import type { Transaction, TransactionStores } from '#core/ports/transaction.ts';
import { rowsOf, type Session } from './session.ts';

/** An account's row is its lock; unlike a full lock it lets others refer to the account meanwhile. */
const lock = 'select 1 from accounts where id = ? for no key update';

export const postgresTransaction =
  (session: Session, storesIn: (session: Session) => TransactionStores): Transaction =>
  (accountId, work) =>
    session().transactional(async (em) => {
      if (accountId !== null) await rowsOf(() => em, lock, [accountId]);
      return work(storesIn(() => em));
    });
