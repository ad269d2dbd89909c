import type { Engine } from '../../../persistence/contract/db.js';
import { isOrder, type DeclaredFact } from '../facts/declared-facts.js';

/** Values of facts about a document's plugin, by name. Facts that the plugin lacks are missing. */
export type FactsOf = ReadonlyMap<string, number | string>;

/** SQL for facts of plugins. */
export interface FactColumns {
  /** Columns to select, each with a comma before it. */
  readonly columns: string;
  /** Joins to a plugin `t`; their only parameters are the names of orders. */
  readonly joins: string;
  readonly parameters: readonly string[];
  /** Reads the columns of a row. */
  readonly read: (row: object) => FactsOf;
}

/** Neither names nor values of facts hold it. */
const BETWEEN = '\u0001';
const AFTER = '\u0002';
const code = (engine: Engine, sign: string): string =>
  `${engine === 'sqlite' ? 'char' : 'chr'}(${sign.charCodeAt(0)})`;

/** All facets of a plugin `t` as one text: a row for each would take longer to read than to find. */
function facetsColumn(engine: Engine): string {
  const pair = `x."fact" || ${code(engine, BETWEEN)} || x."text"`;
  const all = `${engine === 'sqlite' ? 'group_concat' : 'string_agg'}(${pair}, ${code(engine, AFTER)})`;
  return `, (SELECT ${all} FROM "registry_search_facts" x WHERE x."tile_id" = t."id" AND x."text" IS NOT NULL) AS "facets"`;
}

/** SQL that adds facts to rows of plugins, each found by an index. */
export function factColumns(engine: Engine, facts: readonly DeclaredFact[]): FactColumns {
  const facets = new Set(facts.filter((fact) => !isOrder(fact)).map(({ name }) => name));
  const orders = facts.filter(isOrder).map(({ name }, at) => ({ name, alias: `fact${at}` }));
  return {
    columns: [
      ...orders.map(({ alias }) => `, ${alias}."rank" AS "${alias}"`),
      ...(facets.size === 0 ? [] : [facetsColumn(engine)]),
    ].join(''),
    joins: orders
      .map(
        ({ alias }) =>
          `LEFT JOIN "registry_search_facts" ${alias} ON ${alias}."tile_id" = t."id" AND ${alias}."fact" = ?`,
      )
      .join(' '),
    parameters: orders.map(({ name }) => name),
    read: (row) => {
      const values = row as Readonly<Record<string, string | number | null>>;
      const known = new Map<string, number | string>(facetsIn(values['facets'], facets));
      for (const { name, alias } of orders) {
        const value = values[alias] ?? null;
        // engines may return large integers as text; a fact with a changed type has no value
        if (value !== null) known.set(name, Number(value));
      }
      return known;
    },
  };
}

function facetsIn(
  value: string | number | null | undefined,
  names: ReadonlySet<string>,
): [string, string][] {
  if (typeof value !== 'string') return [];
  return value
    .split(AFTER)
    .map((pair): [string, string] => {
      const at = pair.indexOf(BETWEEN);
      return [pair.slice(0, at), pair.slice(at + 1)];
    })
    .filter(([name]) => names.has(name));
}
