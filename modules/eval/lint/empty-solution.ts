import type { Criterion } from '../scenario/scenario.js';
import type { ContentFinding, ContentRule, Subject } from './content-rule.js';
import { isNegative } from './negative.js';
import { passesAtStart } from './start.js';
import { percent, pointsOf } from './weights.js';

/** Share of the points for nothing that deserves a look. */
const MUCH = 0.5;

/** Criteria that are met before the agent has done anything. */
export const emptySolution: ContentRule = (subject) => {
  const { scenario } = subject;
  const all = pointsOf(scenario);
  const free = scenario.criteria.filter((criterion) => isFree(criterion, subject));
  const share = all === 0 ? 0 : pointsOf({ criteria: free }) / all;
  return [
    ...free.filter(isCheckOfWork).map(freePoints),
    ...(share < MUCH ? [] : [freeShare(share, free)]),
  ];
};

function isFree({ check, category, description }: Criterion, subject: Subject): boolean {
  if (check !== undefined) return passesAtStart(check, subject);
  return category === 'MUST_NOT' || isNegative(description);
}

/** A check that something is not there passes at the start by its nature. */
const isCheckOfWork = ({ check }: Criterion): boolean =>
  check !== undefined &&
  !(check.type === 'file' && !check.exists) &&
  !(check.type === 'pattern' && check.absent);

const freePoints = ({ name, at }: Criterion): ContentFinding => ({
  rule: 'free-points',
  message: `The check of "${name}" passes before the agent has begun.`,
  location: (at.object()?.get('check') ?? at).location,
});

function freeShare(share: number, [first]: readonly Criterion[]): ContentFinding {
  const location = first?.at.location ?? { file: 'criteria.json' };
  return share >= 1
    ? {
        rule: 'empty-passes',
        message: 'A solution that does nothing meets every criterion that has points.',
        location,
      }
    : {
        rule: 'empty-scores',
        message: `A solution that does nothing gets ${percent(share)} % of the points.`,
        location,
      };
}
