import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

type RowLock = 'pessimistic_read' | 'pessimistic_write' | 'for_no_key_update' | 'for_key_share';

/** Locks the selected rows until the unit ends. On SQLite units run one at a time anyway. */
export function lockRows<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  lock: RowLock,
): SelectQueryBuilder<T> {
  return query.connection.options.type === 'postgres' ? query.setLock(lock) : query;
}
