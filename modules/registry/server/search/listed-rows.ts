import type { KeyPage, SqlDatabase } from '../../../persistence/contract/db.js';
import { badCursor } from '../../../persistence/contract/errors.js';
import type { OrderFact } from '../facts/declared-facts.js';
import { select } from '../statement.js';
import type { FoundDocument } from './candidates.js';
import { searchIndexOf } from './search-index.js';
import {
  byName,
  having,
  lacking,
  ledBy,
  listingStatement,
  type Listing,
  type Section,
} from './listing-sql.js';
import { positionOfText, type ListPosition } from './list-position.js';

/** An entry of a list. */
export type Listed = Pick<
  FoundDocument,
  'kind' | 'name' | 'description' | 'path' | 'fullName' | 'private' | 'version'
>;

export interface ListedRow extends Listed {
  readonly tileId: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly versionId: string;
  readonly rank: number | string | null;
}

export interface ListRequest extends Listing {
  /** The sort order other than by name: plugins without the fact come last. */
  readonly order?: OrderFact | undefined;
  /** Few plugins are listed: those of a workspace, of an organization or with an address. */
  readonly narrow: boolean;
  readonly page: KeyPage;
}

/** The entries of a page and one more, nearest to the cursor first. Indexes lead to the page, however deep it lies. Throws `bad_cursor`. */
export async function listedRows(
  database: SqlDatabase,
  { page, ...listing }: ListRequest,
): Promise<(ListedRow & { readonly ranks: readonly number[] })[]> {
  const { order, narrow } = listing;
  const backwards = page.from?.backwards === true;
  const index = searchIndexOf(database.engine);
  const all =
    order === undefined ? [byName(index)] : [having(order, index, narrow), lacking(order, index)];
  const sections = all.map((section) => ledBy(listing.lead, section));
  const position = page.from === undefined ? undefined : positionIn(page.from.key, order);
  const rows: ListedRow[] = [];
  for (const { section, beside } of wayThrough(sections, position, backwards)) {
    const { sql, parameters } = listingStatement(listing, section, {
      size: page.size + 1 - rows.length,
      backwards,
      beside,
    });
    rows.push(...(await select<ListedRow>(database, sql, parameters)));
    if (rows.length > page.size) break;
  }
  return rows.map((row) => ({ ...row, ranks: order === undefined ? [] : ranksOf(row) }));
}

/** The section of an entry, and its position in the section. */
const ranksOf = ({ rank }: ListedRow): readonly number[] =>
  rank === null ? [1, 0] : [0, Number(rank)];

function positionIn(key: string, order: OrderFact | undefined): ListPosition {
  const position = positionOfText(key, order === undefined ? 0 : 2);
  const [section = 0, rank = 0] = position.ranks;
  if ((section !== 0 && section !== 1) || !Number.isSafeInteger(rank)) throw badCursor();
  return position;
}

interface Step {
  readonly section: Section;
  readonly beside: readonly unknown[] | undefined;
}

/** The sections from the position's on. That section is read from the position, the others from their ends. */
function wayThrough(
  sections: readonly Section[],
  position: ListPosition | undefined,
  backwards: boolean,
): Step[] {
  const [at = 0, ...ranks] = position?.ranks ?? [];
  const steps = sections.map((section, index): Step => {
    if (position === undefined || index !== at) return { section, beside: undefined };
    const values = [...ranks, position.fullName].slice(-section.columns.length);
    return { section, beside: [...values, position.path] };
  });
  if (position === undefined) return steps;
  return backwards ? steps.slice(0, at + 1).reverse() : steps.slice(at);
}
