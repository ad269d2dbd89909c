import type { Calibration } from '../contract/run-view.js';
import { meanOf } from './moments.js';
import { below, type Random } from './random.js';
import { signFlipTest } from './sign-flip-test.js';
import { LEVEL } from './verdict.js';

const COMPARISONS = 100;
/** Fewer than for the verdict, which does not matter for a share of 100 comparisons. */
const DRAWS = 999;

/**
 * Compares the baseline with itself: the repeats of each scenario are split at random into two arms, which are compared as the variants are. What is called different
 * there is a mistake of the comparison. `null` if no scenario has two repeats.
 */
export function calibrate(baseline: readonly (readonly number[])[], random: Random): Calibration {
  const repeated = baseline.filter((scores) => scores.length > 1);
  if (repeated.length === 0) return { flipRate: null, comparisons: 0 };
  let flips = 0;
  for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
    const differences = repeated.map((scores) => splitDifference(scores, random));
    if (signFlipTest(differences, random, DRAWS) <= LEVEL) flips += 1;
  }
  return { flipRate: flips / COMPARISONS, comparisons: COMPARISONS };
}

/** The difference of the means of two random halves; of an odd number of scores one is in neither. */
function splitDifference(scores: readonly number[], random: Random): number {
  const shuffled = [...scores];
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = below(at + 1, random);
    [shuffled[at], shuffled[other]] = [shuffled[other] ?? 0, shuffled[at] ?? 0];
  }
  const half = shuffled.length >> 1;
  return meanOf(shuffled.slice(0, half)) - meanOf(shuffled.slice(half, 2 * half));
}
