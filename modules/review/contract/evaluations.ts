import { defineClassPoint } from 'svc-registry/kernel';
import type { ShownVersion } from '../../registry/contract/version-facts.js';

/** A version whose evaluations are counted. */
export interface CountedVersion {
  readonly version: Pick<ShownVersion['version'], 'id' | 'semver'>;
}

/** Knows how far versions were evaluated. Of the server facet. */
export interface Evaluations {
  /**
   * How many evaluations count for each version, by its id; versions without any are left out. To be read with one statement, however many
   * versions there are. When it throws, or takes longer than facts may, the versions have no score. When the number changes, the module tells
   * `pluginScoresKey`, by which searches are sorted.
   */
  countsOf(versions: readonly CountedVersion[]): Promise<ReadonlyMap<string, number>>;
  /** True if every change of a count is reported to `factChangesKey` of the registry. Scores of versions may then be kept; else they are computed for each view. */
  readonly reported?: boolean;
}

/**
 * Evaluations of versions. The score of a plugin grows with their number, from 80 % of the review score without any to all of it with three
 * (specification, "Limits"). Server facet.
 */
export const evaluationsPoint = defineClassPoint<Evaluations>('review.evaluations');
