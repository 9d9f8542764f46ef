import type { EntityManager } from '@mikro-orm/postgresql';

/** Gives a fresh entity manager for each call or, inside a transaction, the one that runs it. */
export type Session = () => EntityManager;

export const rowsOf = <Row extends object>(
  session: Session,
  statement: string,
  values: readonly unknown[],
): Promise<Row[]> => session().execute<Row[]>(statement, [...values]);
