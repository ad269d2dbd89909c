import type { Scenario } from '../scenario/scenario.js';
import type { ContentRule } from './content-rule.js';

/** Share of all points that one of several criteria may have. */
const DOMINANT = 0.5;
/** The same for one of two. */
const DOMINANT_OF_TWO = 0.75;

export const pointsOf = ({ criteria }: Pick<Scenario, 'criteria'>): number =>
  criteria.reduce((sum, { maxScore }) => sum + maxScore, 0);

/** Criteria that are worth nothing together, and one that is worth more than all others. */
export const weights: ContentRule = ({ scenario: { criteria } }) => {
  const all = pointsOf({ criteria });
  if (criteria.length > 0 && all === 0)
    return [
      {
        rule: 'zero-weights',
        message: 'All criteria have 0 points.',
        location: { file: 'criteria.json', line: 1, column: 1, field: 'checklist' },
      },
    ];
  const most = criteria.length === 2 ? DOMINANT_OF_TWO : DOMINANT;
  return criteria
    .filter(({ maxScore }) => criteria.length > 1 && maxScore / all > most)
    .map(({ name, maxScore, at }) => ({
      rule: 'dominant-weight',
      message: `"${name}" has ${percent(maxScore / all)} % of all points.`,
      location: (at.object()?.get('max_score') ?? at).location,
    }));
};

export const percent = (share: number): number => Math.floor(share * 100);
