import type { KeyPage, SqlDatabase } from '../../../persistence/contract/db.js';
import { DOWNLOADS } from '../../contract/downloads.js';
import { placeholders, select } from '../statement.js';
import { byRanks, inOrder, positionOfText, type ListPosition } from './list-position.js';
import { RANKS, type RankedHit, type RankedHits } from './ranked-hits.js';

/** Downloads, and the time of the version. */
const MORE_RANKS = 2;

/**
 * The hits of a page and one more, nearest to the cursor first. Equal matches are sorted by
 * downloads, then by publishing time. The page begins beside the current position of the cursor's entry, because publishing shifts the ranks.
 * An entry that is gone keeps the position that its cursor holds. Throws `bad_cursor`.
 */
export async function hitsOfPage(
  database: SqlDatabase,
  { hits, order }: Pick<RankedHits, 'hits' | 'order'>,
  page: KeyPage,
): Promise<RankedHit[]> {
  const { from, size } = page;
  const stood =
    from === undefined
      ? undefined
      : positionOfText(from.key, RANKS[order === undefined ? 'relevance' : 'fact'] + MORE_RANKS);
  const ahead = from?.backwards === true ? hits.toReversed() : hits;
  const near = within(ahead, {
    beside: stood === undefined ? undefined : (hits.find(sameAs(stood)) ?? stood),
    page,
  });
  const placed = await withMoreRanks(database, near, stood);
  const now = stood === undefined ? undefined : (placed.find(sameAs(stood)) ?? stood);
  const sign = signOf(page);
  return placed
    .filter((hit) => now === undefined || sign * inOrder(hit, now) > 0)
    .sort((one, other) => sign * inOrder(one, other))
    .slice(0, size + 1);
}

const signOf = ({ from }: KeyPage): 1 | -1 => (from?.backwards === true ? -1 : 1);

const sameAs =
  (position: ListPosition) =>
  ({ fullName, path }: ListPosition): boolean =>
    fullName === position.fullName && path === position.path;

/** The hits that can be on the page however ties are broken: looking up more for all hits would cost as much as finding them. */
function within(
  ahead: readonly RankedHit[],
  { beside, page }: { readonly beside: ListPosition | undefined; readonly page: KeyPage },
): readonly RankedHit[] {
  const beyond = (hit: RankedHit, position: ListPosition): number =>
    signOf(page) * byRanks(hit, position);
  const reachable = beside === undefined ? ahead : ahead.filter((hit) => beyond(hit, beside) >= 0);
  const level =
    beside === undefined ? 0 : reachable.filter((hit) => beyond(hit, beside) === 0).length;
  const last = reachable[Math.min(level + page.size, reachable.length - 1)];
  return last === undefined ? [] : reachable.filter((hit) => beyond(hit, last) <= 0);
}

async function withMoreRanks(
  database: SqlDatabase,
  hits: readonly RankedHit[],
  stood: ListPosition | undefined,
): Promise<RankedHit[]> {
  const gone = stood === undefined || hits.some(sameAs(stood)) ? undefined : stood;
  // hits are sorted, so equal matches are adjacent
  const tied = hits.filter((hit, at) =>
    [hits[at - 1], hits[at + 1], gone].some(
      (other) => other !== undefined && byRanks(hit, other) === 0,
    ),
  );
  const downloads = await downloadRanks(database, tied);
  return hits.map((hit) => {
    const { tileId, publishedAt } = hit.document;
    return { ...hit, ranks: [...hit.ranks, downloads.get(tileId) ?? 0, -publishedAt] };
  });
}

/** By plugin. */
async function downloadRanks(
  database: SqlDatabase,
  hits: readonly RankedHit[],
): Promise<ReadonlyMap<string, number>> {
  if (hits.length === 0) return new Map();
  const ids = [...new Set(hits.map(({ document }) => document.tileId))];
  const sql = `SELECT "tile_id" AS "id", "rank" FROM "registry_search_facts" WHERE "fact" = ? AND "tile_id" IN (${placeholders(ids)})`;
  const rows = await select<{ id: string; rank: number | string }>(database, sql, [
    DOWNLOADS,
    ...ids,
  ]);
  return new Map(rows.map(({ id, rank }) => [id, Number(rank)]));
}
