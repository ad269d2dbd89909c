import type { SqlDatabase } from '../../../persistence/contract/db.js';
import { facetUnknown } from '../../contract/errors.js';
import type { DeclaredFact } from '../facts/declared-facts.js';
import type { TileFilter } from '../read/visibility.js';
import { select } from '../statement.js';
import type { FactsOf } from './fact-columns.js';

/** A value of a facet that hits have to have. */
export interface ChosenValue {
  readonly facet: string;
  readonly value: string;
}

/** Reads `<facet>:<value>`. Throws `facet_unknown`. */
export function chosenValues(
  texts: readonly string[],
  facts: readonly DeclaredFact[],
): ChosenValue[] {
  const known = facts.filter(({ type }) => type === 'text').map(({ name }) => name);
  return texts.map((text) => {
    const at = text.indexOf(':');
    const facet = text.slice(0, Math.max(at, 0));
    if (!known.includes(facet))
      throw facetUnknown({ facet: at === -1 ? text : facet, known: known.join(', ') });
    return { facet, value: text.slice(at + 1) };
  });
}

export const hasValues = (facts: FactsOf, chosen: readonly ChosenValue[]): boolean =>
  chosen.every(({ facet, value }) => facts.get(facet) === value);

/** The same for a list. */
export const filterOfValues = (chosen: readonly ChosenValue[]): TileFilter[] =>
  chosen.map(({ facet, value }) => ({
    where:
      'EXISTS (SELECT 1 FROM "registry_search_facts" x WHERE x."tile_id" = t."id" AND x."fact" = ? AND x."text" = ?)',
    parameters: [facet, storable(value)],
  }));

/** Plugins of a value that so few have that a list begins with them. An index leads to them, but not in the order of the list. */
const FEW = 1000;

/** The chosen value that the fewest plugins have, if they are few: a list that went through all plugins would look at most of them in vain. */
export async function rareValue(
  database: SqlDatabase,
  chosen: readonly ChosenValue[],
): Promise<ChosenValue | undefined> {
  if (chosen.length === 0) return undefined;
  const one = `SELECT COUNT(*) AS "count" FROM (SELECT 1 FROM "registry_search_facts" WHERE "fact" = ? AND "text" = ? LIMIT ${FEW}) AS few`;
  const counts = await select<{ count: number | string }>(
    database,
    chosen
      .map((_, at) => `SELECT ${at} AS "at", c."count" FROM (${one}) AS c`)
      .join(' UNION ALL ') + ' ORDER BY "at"',
    chosen.flatMap(({ facet, value }) => [facet, storable(value)]),
  );
  const sizes = counts.map(({ count }) => Number(count));
  const least = Math.min(...sizes);
  const rarest = chosen[sizes.indexOf(least)];
  return least < FEW && rarest !== undefined
    ? { facet: rarest.facet, value: storable(rarest.value) }
    : undefined;
}

/** What PostgreSQL cannot compare with is no value of anything. */
const storable = (value: string): string => (/[\0\p{Cs}]/u.test(value) ? '' : value);
