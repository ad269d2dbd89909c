import type { Criterion } from '../scenario/scenario.js';
import type { ContentFinding, ContentRule } from './content-rule.js';
import { isNegative } from './negative.js';
import { senseOf } from './words.js';

/** Share of their words that two criteria have in common, from which on they ask for the same. */
const SAME = 0.75;
/** Shorter criteria are the same if all of their words are. */
const FEWEST_WORDS = 4;

interface Sensed {
  readonly criterion: Criterion;
  readonly sense: ReadonlySet<string>;
}

/** Two criteria of one name, and two that ask for the same. */
export const overlaps: ContentRule = ({ scenario: { criteria } }) => {
  const sensed = criteria.map((criterion) => ({
    criterion,
    sense: senseOf(criterion.description),
  }));
  return sensed.flatMap((later, index) => {
    const earlier = sensed.slice(0, index);
    const same =
      earlier.find(({ criterion }) => criterion.name.trim() === later.criterion.name.trim()) ??
      earlier.find((each) => asksForTheSame(each, later));
    return same === undefined ? [] : [findingOf(same.criterion, later.criterion)];
  });
};

function findingOf({ name, at: first }: Criterion, { name: other, at }: Criterion): ContentFinding {
  const line = first.location.line ?? 0;
  return name.trim() === other.trim()
    ? {
        rule: 'duplicate-name',
        message: `The criterion on line ${line} is called "${name}", too.`,
        location: at.location,
      }
    : {
        rule: 'overlap',
        message: `"${other}" asks for what "${name}" on line ${line} asks for.`,
        location: at.location,
      };
}

/** Where each has words that the other has not, they may well differ in just these. */
function asksForTheSame(one: Sensed, other: Sensed): boolean {
  const [a, b] = [one.criterion, other.criterion];
  if (a.check !== undefined && b.check !== undefined)
    return JSON.stringify(a.check) === JSON.stringify(b.check);
  if (isNegative(a.description) !== isNegative(b.description)) return false;
  const [small, large] = one.sense.size <= other.sense.size ? [one, other] : [other, one];
  if (small.sense.size === 0 || ![...small.sense].every((word) => large.sense.has(word)))
    return false;
  const needed = small.sense.size < FEWEST_WORDS ? 1 : SAME;
  return small.sense.size / large.sense.size >= needed;
}
