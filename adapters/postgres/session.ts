import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

/** Gives a fresh entity manager for each call or, inside a transaction, the one that runs it. */
export type Session = () => EntityManager;

/** A fixed statement with `?` for values. Outside a transaction it is prepared once on each connection: lists are polled. */
export const rowsOf = async <Row extends object>(
  session: Session,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const em = session();
  if (em.isInTransaction()) return em.execute<Row[]>(statement, [...values]);
  const pool: Pool = await em.getConnection().getNativeClient();
  const found = await pool.query<Row>({ ...preparedOf(statement), values: [...values] });
  return found.rows;
};

type Prepared = { readonly name: string; readonly text: string };

const prepared = new Map<string, Prepared>();

const preparedOf = (statement: string): Prepared => prepared.get(statement) ?? prepare(statement);

const prepare = (statement: string): Prepared => {
  let place = 0;
  const made = {
    name: `rows-${prepared.size}`,
    text: statement.replace(/\?/g, () => {
      place += 1;
      return `$${place}`;
    }),
  };
  prepared.set(statement, made);
  return made;
};
