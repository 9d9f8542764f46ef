import {
  defineEntity,
  type EntityManager,
  type InferEntity,
  p,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import { type Account, emailKey } from '#core/domain/account.ts';
import { phoneKey } from '#core/domain/phone.ts';
import type { AccountStore, NewAccount, Taken } from '#core/ports/account-store.ts';
import { rowsOf, type Session } from './session.ts';

/** Keeps secrets at rest. `place` says where a sealed text lies: moved to another row it does not open. */
export type Vault = {
  seal(text: string, place: string): Buffer;
  open(sealed: Uint8Array, place: string): string;
  /** The same for the same text, telling nothing of it without the key: what a sealed column is searched by. */
  index(text: string): string;
};

export const AccountTable = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    email: p.text(),
    emailKey: p.text(),
    phone: p.text(),
    phoneKey: p.text(),
    taxId: p.blob(),
    taxIdIndex: p.text(),
    passwordHash: p.text(),
    timeZone: p.text(),
    createdAt: p.datetime(),
  },
});

type Row = InferEntity<typeof AccountTable>;

export const taxIdPlace = (accountId: number): string => `accounts|tax_id|${accountId}`;

export const postgresAccounts = (session: Session, vault: Vault): AccountStore => {
  const toAccount = (row: Row): Account => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    taxId: vault.open(row.taxId, taxIdPlace(row.id)),
    timeZone: row.timeZone,
    createdAt: row.createdAt,
  });

  return {
    add: async (account) => {
      const keys = keysOf(account, vault);
      const [next] = await rowsOf<{ id: number }>(session, nextId, []);
      const id = next?.id ?? 0;
      const made = await rowsOf(session, insert, [
        ...[id, account.name, account.email, keys.email, account.phone, keys.phone],
        ...[vault.seal(account.taxId, taxIdPlace(id)), keys.taxId],
        ...[account.passwordHash, account.timeZone, account.createdAt],
      ]);
      return made.length > 0 ? { id, ...shownOf(account) } : whatIsTaken(session, keys);
    },

    find: async (accountId) => {
      const row = await session().findOne(AccountTable, { id: accountId });
      return row && toAccount(row);
    },

    passwordHashOf: async (email) => {
      const row = await session().findOne(AccountTable, { emailKey: emailKey(email) });
      return row && { account: toAccount(row), passwordHash: row.passwordHash };
    },

    changeProfile: async (accountId, change) => {
      try {
        await session().nativeUpdate(
          AccountTable,
          { id: accountId },
          { ...change, phoneKey: phoneKey(change.phone) },
        );
      } catch (error) {
        if (error instanceof UniqueConstraintViolationException) return 'phone-taken';
        throw error;
      }
      return toAccount(await session().findOneOrFail(AccountTable, { id: accountId }, { refresh: true }));
    },
  };
};

type Keys = { readonly email: string; readonly taxId: string; readonly phone: string };

const keysOf = (account: NewAccount, vault: Vault): Keys => ({
  email: emailKey(account.email),
  taxId: vault.index(account.taxId),
  phone: phoneKey(account.phone),
});

const shownOf = ({ passwordHash: _, ...shown }: NewAccount): Omit<Account, 'id'> => shown;

/** Known before the row is written, because the sealed document is bound to it. */
const nextId = `select nextval(pg_get_serial_sequence('accounts', 'id')) as id`;

/** A twin that is being registered at this moment is waited for, and then is the one who has it. */
const insert = `insert into accounts
  (id, name, email, email_key, phone, phone_key, tax_id, tax_id_index, password_hash, time_zone, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`;

const whatIsTaken = async (session: Session, { email, taxId, phone }: Keys): Promise<Taken> => {
  const [taken] = await rowsOf<{ email: boolean; tax_id: boolean }>(
    session,
    `select bool_or(email_key = ?) as email, bool_or(tax_id_index = ?) as tax_id
     from accounts where email_key = ? or tax_id_index = ? or phone_key = ?`,
    [email, taxId, email, taxId, phone],
  );
  if (taken?.email) return 'email-taken';
  return taken?.tax_id ? 'tax-id-taken' : 'phone-taken';
};

/** Fails when the vault cannot open what an earlier key has sealed: better no start than a database of two keys. */
export const refuseForeignKey = async (em: EntityManager, vault: Vault): Promise<void> => {
  const [row] = await em.findAll(AccountTable, { limit: 1 });
  if (!row) return;
  try {
    vault.open(row.taxId, taxIdPlace(row.id));
  } catch {
    throw new Error('SECRET_KEY is not the key that this database was written with.');
  }
};
