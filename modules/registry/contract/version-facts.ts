import {
  defineExtensionPoint,
  serviceKey,
  type Caller,
  type Constructor,
} from 'svc-registry/kernel';
import type { TileSummary, VersionSummary } from './located.js';

/** A version that is about to be shown to somebody. */
export interface ShownVersion {
  readonly tile: TileSummary;
  readonly version: VersionSummary;
  /** Whether moderation withholds its files: then nobody outside its workspace may learn what they say. */
  readonly hidden: boolean;
  /** Rises when a change of the version's facts is reported to `factChangesKey`. Left out in searches, which do not read it. */
  readonly factsRevision?: number;
}

/** What a fact is asked for. */
export interface FactsRequest {
  /** Each once, 100 at most. The viewer may see all of them. */
  readonly versions: readonly ShownVersion[];
  /** Who will read the answer. */
  readonly viewer: Caller;
  /** True for the view of one version or plugin, false for an entry of a list or a search, which has room for a summary only. */
  readonly whole: boolean;
  /** Aborted when the answer is no longer waited for. */
  readonly signal: AbortSignal;
  /**
   * Called for a version, by its id, whose fact (or lack of one) is the same for every viewer until `factChangesKey` reports a change. The
   * registry may then keep it and not ask again. Without this call the fact is asked for each time.
   */
  readonly lasting?: (versionId: string) => void;
}

/** Knows something about versions: how they were reviewed, what was found in them, how they were evaluated. */
export interface VersionFacts {
  /**
   * The fact of each version that has it, by the version's id: an object as JSON holds it. To be read with one statement, however many versions there
   * are. Its `text`, if it has one, is lines for people: `svc info` shows them. Its `notice`, if it has one, is a line that publishing prints as a warning if the version is available. Its `label`, if it has one,
   * is a few words that searches show beside the version; its `tone` says how pages colour them: `good`, `warn`, `bad`, `accent` or `plain`. What the viewer must not see is left out. When it throws, or takes longer than a second, the versions are shown without the fact.
   */
  of(request: FactsRequest): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
}

/** A fact of versions. */
interface VersionFact {
  /** What it says of a version. */
  readonly summary: string;
}

/**
 * Facts that stand beside versions in views, lists and searches, such as scores. The contribution's id is the fact's name in `facts` of
 * `VersionView` and `SearchHit`. The module keeps them in a table of its own, by version. A search is sorted and counted by what a module contributes at
 * `registry.searchFacts`: a module that wants both writes its own row and the search fact of the plugin in one unit of work. Server facet.
 */
export const versionFactsPoint = defineExtensionPoint<VersionFact, Constructor<VersionFacts>>(
  'registry.versionFacts',
  { fields: { summary: 'text' } },
  { pattern: '^[a-z][a-zA-Z0-9]*$', is: 'letters and digits, beginning with a small letter' },
);

/** Where modules report that a fact which they called `lasting` has changed. */
export interface FactChanges {
  /**
   * Ends the validity of all kept facts of a version, by its id. Joins the unit of work in which the fact changes, so that every server sees both at
   * once or neither. It locks a row of the version: call it after
   * `searchFactsKey`, which locks the plugin, and before credits are reserved or settled.
   */
  changed(versionId: string): Promise<void>;
}

/** Reports changes of facts, for server code of modules that require `registry`. */
export const factChangesKey = serviceKey<FactChanges>('registry.factChanges');
