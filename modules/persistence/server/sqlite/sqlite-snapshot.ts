import type { DataSource } from 'typeorm';
import type { Snapshot } from '../snapshot/database-view.js';
import { beginTransaction } from '../transaction.js';
import { sqliteCatalog } from './sqlite-catalog.js';

/** A read transaction of the write-ahead log; a running server can continue to write. */
export async function sqliteSnapshot(reader: DataSource): Promise<Snapshot> {
  // eslint-disable-next-line no-restricted-properties -- reads only
  const runner = reader.createQueryRunner();
  try {
    const { rollback } = await beginTransaction(runner, 'BEGIN');
    // the snapshot is taken by the first statement
    await runner.query('SELECT count(*) FROM sqlite_schema');
    const close = (): Promise<void> => rollback().finally(() => reader.destroy());
    return { kind: 'sqlite', catalog: sqliteCatalog, runner, close };
  } catch (error) {
    await reader.destroy();
    throw error;
  }
}
