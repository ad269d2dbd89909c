import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/** Databases take only so many parameters in one statement. */
const AT_ONCE = 500;

/** Inserts many rows without reading anything back. Runs in a unit of work. */
export async function insertRows<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly QueryDeepPartialEntity<T>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    await manager.createQueryBuilder().insert().into(entity).values(some).updateEntity(false).execute();
  }
}
