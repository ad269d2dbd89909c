import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { batches } from '../../../toolbox/batches.js';

/** Databases limit the parameters of one statement. */
const AT_ONCE = 500;

/**
 * Inserts many rows, which all have the fields of the first, and reads nothing back. Runs in a unit of work. TypeORM's query builder
 * searches the statement's text once per value, which is slow.
 */
export async function insertRows<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly Partial<T>[],
): Promise<void> {
  const { driver } = manager.connection;
  const { tableName, columns } = manager.connection.getMetadata(entity);
  const written = columns.filter(({ propertyName }) => propertyName in (rows[0] ?? {}));
  const names = written.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  for (const some of batches(rows, AT_ONCE)) {
    const values: unknown[] = [];
    const placeholder = (value: unknown): string =>
      driver.createParameter('', values.push(value) - 1);
    const tuples = some.map((row) => {
      const given = written.map((column) =>
        placeholder(driver.preparePersistentValue(column.getEntityValue(row), column)),
      );
      return `(${given.join(', ')})`;
    });
    await manager.query(
      `INSERT INTO ${driver.escape(tableName)} (${names}) VALUES ${tuples.join(', ')}`,
      values,
    );
  }
}
