import type { SqlDatabase } from '../../../persistence/contract/db.js';
import type { FacetValue } from '../../contract/search.js';
import type { HitKind } from '../../contract/search-kinds.js';
import { indexedKinds } from '../entities/document.entity.js';
import type { TileFilter } from '../read/visibility.js';
import { select } from '../statement.js';
import { searchIndexOf, type Clause } from './search-index.js';
import type { Terms } from './terms.js';

/** Counting goes no further. */
const MOST = 100;

/** How many documents of the kinds that are not shown have some of the words, 100 at most. The full text alone is asked. */
export async function otherTypes(
  database: SqlDatabase,
  { kind, terms, filter }: { kind: HitKind; terms: Terms; filter: TileFilter },
): Promise<FacetValue[]> {
  const words = terms.terms.flatMap(({ stems }) => [...stems.keys()]);
  const clauses: Clause[] = [
    { anyOf: words },
    ...terms.phrases.map((phrase) => ({ phrase })),
    ...(filter.terms ?? []).map((anyOf) => ({ anyOf })),
  ];
  if (clauses.some((clause) => 'anyOf' in clause && clause.anyOf.length === 0)) return [];
  const index = searchIndexOf(database.engine);
  const counts = indexedKinds
    .filter((other) => other !== kind)
    .map((other) => ({ other, match: index.match(other, { clauses, limit: MOST }) }));
  const sql = counts.map(
    ({ other, match }) =>
      `SELECT '${other}' AS "value", COUNT(*) AS "count" FROM (${match.sql}) AS some_${other}`,
  );
  const rows = await select<{ value: string; count: number | string }>(
    database,
    sql.join(' UNION ALL '),
    counts.flatMap(({ match }) => match.parameters),
  );
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}
