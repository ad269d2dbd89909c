import type { SqlDatabase } from '../../../persistence/contract/db.js';
import type { SearchMeta } from '../../contract/search.js';
import { select } from '../statement.js';
import { facetsOf, type Countable, type Counting } from './facets.js';
import { factColumns } from './fact-columns.js';
import { byName, countedRows, ledBy, type Listing } from './listing-sql.js';
import { searchIndexOf } from './search-index.js';

/** As many as searches for words rank. */
const MOST = 400;

type Row = Omit<Countable, 'facts'>;

/** Counts the entries of a list: all of them up to 400, else the first that are found. */
export async function countedList(
  database: SqlDatabase,
  listing: Listing,
  counting: Counting,
): Promise<Pick<SearchMeta, 'total' | 'capped' | 'facets'>> {
  const about = factColumns(
    database.engine,
    counting.facts.filter(({ type }) => type === 'text'),
  );
  const section = ledBy(listing.lead, byName(searchIndexOf(database.engine)));
  const { sql, parameters } = countedRows(listing, section, {
    columns: about.columns,
    limit: MOST + 1,
  });
  const rows = await select<Row>(database, sql, parameters);
  const hits = rows.slice(0, MOST).map(({ fullName, organizationId }, at) => ({
    fullName,
    organizationId,
    facts: about.read(rows[at] ?? {}),
  }));
  return {
    total: hits.length,
    ...(rows.length > MOST && { capped: true }),
    facets: facetsOf(hits, counting),
  };
}
