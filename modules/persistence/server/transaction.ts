import type { QueryRunner } from 'typeorm';

/** A transaction that has begun. `release` is called once, after `commit` or `rollback`. */
export interface Transaction {
  readonly runner: QueryRunner;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): Promise<void>;
  /** What an error means that came from no statement, such as the loss of the connection between two of them. */
  explain(error: unknown): unknown;
}

/**
 * Begins a transaction by its own statement and keeps a way to end it that stays open when the unit of work has shut
 * the runner for everybody else.
 */
export async function beginTransaction(
  runner: QueryRunner,
  statement: string,
): Promise<Omit<Transaction, 'release' | 'explain'>> {
  const query = runner.query.bind(runner);
  await query(statement);
  // TypeORM's `save` would begin a transaction of its own
  Object.assign(runner, { isTransactionActive: true });
  const end = async (how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    await query(how);
    Object.assign(runner, { isTransactionActive: false });
  };
  return { runner, commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') };
}
