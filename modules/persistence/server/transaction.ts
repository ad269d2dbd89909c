import type { QueryRunner } from 'typeorm';

/** A transaction that has begun. `release` is called once, after `commit` or `rollback`. */
export interface Transaction {
  readonly runner: QueryRunner;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  release(): Promise<void>;
  /** Translates an error that no statement reported, such as the loss of the connection between two statements. */
  explain(error: unknown): unknown;
}

/**
 * Begins a transaction by the given statement. Its `commit` and `rollback` still work after the unit of work has closed
 * the runner to all other code.
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
