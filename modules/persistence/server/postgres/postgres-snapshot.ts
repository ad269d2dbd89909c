import type { DataSource } from 'typeorm';
import type { SnapshotOptions } from '../database-engine.js';
import type { Snapshot } from '../snapshot/database-view.js';
import { beginTransaction, type Transaction } from '../transaction.js';
import { postgresCatalog } from './postgres-catalog.js';
import { lockTables, waitForever } from './postgres-lock.js';

const START = 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * A transaction with a consistent view. It blocks migrations: a migration that waited for it while holding table locks
 * would block all other servers too.
 */
export async function postgresSnapshot(
  database: DataSource,
  { log, exclusive = false }: SnapshotOptions,
): Promise<Snapshot> {
  const ends: (() => Promise<void>)[] = [];
  const begin = async (statement: string): Promise<Pick<Transaction, 'runner'>> => {
    // eslint-disable-next-line no-restricted-properties -- reads only
    const transaction = await beginTransaction(database.createQueryRunner(), statement);
    ends.unshift(transaction.rollback);
    return transaction;
  };
  const close = async (): Promise<void> => {
    try {
      for (const end of ends) await end();
    } finally {
      await database.destroy();
    }
  };
  try {
    // lock first: a snapshot taken before the wait would be outdated
    if (!exclusive) await lockTables((await begin('START TRANSACTION')).runner, 'shared', log);
    const { runner } = await begin(START);
    await waitForever(runner);
    // the snapshot is taken by the first statement that reads
    await runner.query('SELECT 1');
    return { kind: 'postgres', catalog: postgresCatalog, runner, close };
  } catch (error) {
    await close();
    throw error;
  }
}
