import { defineClassPoint } from 'svc-registry/kernel';
import type { FactsRequest } from '../../registry/contract/version-facts.js';

/** Knows how far versions were evaluated. Of the server facet. */
export interface Evaluations {
  /**
   * How many evaluations count for each version, by its id; versions without any are left out. To be read with one statement, however many
   * versions there are. When it throws, or takes longer than facts may, the versions have no score.
   */
  countsOf(versions: FactsRequest['versions']): Promise<ReadonlyMap<string, number>>;
  /** True if every change of a count is reported to `factChangesKey` of the registry. Scores of versions may then be kept; else they are computed for each view. */
  readonly reported?: boolean;
}

/**
 * Evaluations of versions. The score of a plugin grows with their number, from 80 % of the review score without any to all of it with three
 * (specification, "Limits"). Server facet.
 */
export const evaluationsPoint = defineClassPoint<Evaluations>('review.evaluations');
