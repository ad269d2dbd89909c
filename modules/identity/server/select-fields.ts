import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Adds properties of an entity to the raw result, under their own names. */
export function selectFields<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  alias: string,
  fields: readonly string[],
): SelectQueryBuilder<T> {
  for (const field of fields) query.addSelect(`${alias}.${field}`, field);
  return query;
}
