import { expect, it } from '@jest/globals';
import { scoreRangeOf } from './score-range.js';

it.each([
  [100, '90-100'],
  [90, '90-100'],
  [89, '70-89'],
  [50, '50-69'],
  [49, '0-49'],
  [0, '0-49'],
])('a score of %i lies in %s', (score, range) => {
  expect(scoreRangeOf(score)).toBe(range);
});
