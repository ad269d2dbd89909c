import { contribute, serviceKey } from 'svc-registry/kernel';
import { searchFactsPoint } from '../../registry/contract/search-facts.js';

/** Severity of the worst finding of the security review of a plugin's latest version, in small letters; `none`, or `unread` without a verdict. */
export const SECURITY = 'security';
/** The score of a plugin, and the range in which it lies. */
export const SCORE = 'score';
export const SCORE_RANGE = 'score-range';

/** What reviews say of plugins in searches. */
export const searchFacts = [
  contribute(searchFactsPoint, SECURITY, { summary: 'Security findings', type: 'text' }),
  contribute(searchFactsPoint, SCORE_RANGE, { summary: 'Score', type: 'text' }),
  contribute(searchFactsPoint, SCORE, {
    summary: 'Its score, the highest first',
    type: 'integer',
    order: 'descending',
  }),
];

/** Keeps the scores by which searches are sorted. Of the server facet. */
export interface PluginScores {
  /** Tells how many evaluations count for a version now. Joins the unit of work that is going on. */
  evaluated(versionId: string, evals: number): Promise<void>;
}

/** For modules that contribute at `review.evaluations`. */
export const pluginScoresKey = serviceKey<PluginScores>('review.pluginScores');
