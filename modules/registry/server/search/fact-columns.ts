import { isOrder, type DeclaredFact } from '../facts/declared-facts.js';

/** Values of facts about a document's plugin, by name. Facts that the plugin lacks are missing. */
export type FactsOf = ReadonlyMap<string, number | string>;

/** SQL for facts of plugins. */
export interface FactColumns {
  /** Columns to select, each with a comma before it. */
  readonly columns: string;
  /** Joins to a plugin `t`; their only parameters are the facts' names, in order. */
  readonly joins: string;
  readonly parameters: readonly string[];
  /** Reads the columns of a row. */
  readonly read: (row: object) => FactsOf;
}

/** SQL that adds facts to rows of plugins, each found by an index. */
export function factColumns(facts: readonly DeclaredFact[]): FactColumns {
  const joined = facts.map((fact, at) => ({
    name: fact.name,
    alias: `fact${at}`,
    isRank: isOrder(fact),
  }));
  return {
    columns: joined
      .map(({ alias, isRank }) => `, ${alias}."${isRank ? 'rank' : 'text'}" AS "${alias}"`)
      .join(''),
    joins: joined
      .map(
        ({ alias }) =>
          `LEFT JOIN "registry_search_facts" ${alias} ON ${alias}."tile_id" = t."id" AND ${alias}."fact" = ?`,
      )
      .join(' '),
    parameters: joined.map(({ name }) => name),
    read: (row) => {
      const values = joined.flatMap(({ name, alias, isRank }): [string, number | string][] => {
        const value = (row as Readonly<Record<string, string | number | null>>)[alias] ?? null;
        // engines may return large integers as text; a fact with a changed type has no value
        return value === null ? [] : [[name, isRank ? Number(value) : value]];
      });
      return new Map(values);
    },
  };
}
