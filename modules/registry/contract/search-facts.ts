import { defineExtensionPoint, serviceKey } from 'svc-registry/kernel';

/** What is known of plugins besides their text, such as how often they were downloaded or under which license they are. */
export type SearchFact = {
  /** What it says of a plugin. */
  readonly summary: string;
} & (
  | {
      /** A facet: the hits of a search are counted by it, and narrowed to one of its values. Its summary is the heading of the values: `License`. */
      readonly type: 'text';
    }
  | {
      /** An order: searches can be sorted by it. `integer`: at most 2^53 - 1 either way. */
      readonly type: 'integer' | 'instant';
      /** Which plugins come first: `descending`, those with the largest number or the latest instant. */
      readonly order: 'ascending' | 'descending';
    }
);

/**
 * Facts of plugins by which searches are counted or sorted, such as how often they were downloaded. The contribution's id is the fact's
 * name in `sort` and in the answers of a search. A module writes the values through `searchFactsKey`.
 */
export const searchFactsPoint = defineExtensionPoint<SearchFact>(
  'registry.searchFacts',
  {
    either: [
      {
        fields: {
          summary: 'text',
          type: ['integer', 'instant'],
          order: ['ascending', 'descending'],
        },
      },
      { fields: { summary: 'text', type: ['text'] } },
    ],
  },
  {
    pattern: '^(?!(relevance|workspace|organization|type)$)[a-z][a-z0-9]*([.-][a-z0-9]+)*$',
    is: 'small letters, digits, "-" and ".", and none of "relevance", "workspace", "organization" and "type"',
  },
);

/** A text of 1 to 200 characters, none of them a control character, an integer or an instant, as the fact's type says. */
export type SearchFactValue = string | number | Date;

/** Where modules write the facts that they have contributed. Searches see them as soon as the unit of work has ended. Of the server facet. */
export interface SearchFacts {
  /**
   * Sets facts of a plugin, by their names; `null` takes one away. Joins the unit of work that is going on. Throws `not_found` for a plugin that
   * does not exist, and a `TypeError` for a fact that no module has contributed or a value of another type.
   */
  put(tileId: string, values: Readonly<Record<string, SearchFactValue | null>>): Promise<void>;
  /**
   * The same for a version: its plugin has these facts while the version is its latest one, and those of the next one afterwards. A
   * version that is gone is passed over. Locks the plugin until the unit of work ends.
   */
  putOfVersion(
    versionId: string,
    values: Readonly<Record<string, SearchFactValue | null>>,
  ): Promise<void>;
  /**
   * Adds to an integer of several plugins, by their ids; one without it begins at 0, and ids of no plugin are passed over. Several servers may
   * add at the same time. Joins the unit of work that is going on. Throws a `TypeError` as `put` does.
   */
  add(fact: string, amounts: ReadonlyMap<string, number>): Promise<void>;
}

/** Writes facts, for server code of modules that require `registry`. */
export const searchFactsKey = serviceKey<SearchFacts>('registry.searchFacts');
