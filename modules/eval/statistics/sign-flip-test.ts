import { sumOf } from './moments.js';
import type { Random } from './random.js';

/** Scenarios with a difference up to which every assignment of signs is counted: 2²⁴ of them. */
const EXACT = 24;
/** Sums of the same scores, added in another order, differ by less. Points differ by more. */
const TOLERANCE = 1e-9;

/** More than any sum. */
const END = Number.MAX_VALUE;

/** How the p-value of differences is found. */
export const isExact = (differences: readonly number[]): boolean =>
  sizesOf(differences).length <= EXACT;

/** A scenario without a difference is the same with either sign, so that it changes nothing. */
const sizesOf = (differences: readonly number[]): number[] =>
  differences.map(Math.abs).filter((size) => size > TOLERANCE);

/**
 * The two-sided p-value of the sign-flip permutation test: how probable a sum at least this far from zero is if each difference had either sign with the same
 * probability. Exact up to 24 differences that are not zero; otherwise from `draws` random assignments, as (k + 1) / (draws + 1), which never is too small on
 * average.
 */
export function signFlipTest(
  differences: readonly number[],
  random: Random,
  draws: number,
): number {
  const bound = Math.abs(sumOf(differences)) - TOLERANCE;
  if (bound <= 0) return 1;
  const sizes = sizesOf(differences);
  if (sizes.length > EXACT) return (drawn(sizes, bound, { random, draws }) + 1) / (draws + 1);
  const half = sizes.length >> 1;
  return 2 * shareFrom(bound, signedSums(sizes.slice(0, half)), signedSums(sizes.slice(half)));
}

/** All sums of the sizes with either sign, in ascending order. */
function signedSums(sizes: readonly number[]): Float64Array {
  let sums = new Float64Array(1);
  for (const size of sizes) {
    const next = new Float64Array(sums.length * 2);
    let lower = 0;
    let upper = 0;
    for (let at = 0; at < next.length; at += 1) {
      const less = (sums[lower] ?? END) - size;
      const more = (sums[upper] ?? END) + size;
      if (less <= more) lower += 1;
      else upper += 1;
      next[at] = less <= more ? less : more;
    }
    sums = next;
  }
  return sums;
}

/** The share of pairs of one of `some` and one of `others` whose sum is at least `bound`. Both ascend. */
function shareFrom(bound: number, some: Float64Array, others: Float64Array): number {
  let first = others.length;
  let count = 0;
  for (const sum of some) {
    while (first > 0 && sum + (others[first - 1] ?? 0) >= bound) first -= 1;
    count += others.length - first;
  }
  return count / (some.length * others.length);
}

const BITS = 8;
const ASSIGNMENTS = 2 ** BITS;

/** For each eight sizes, one after the other, their sums with all assignments of signs: bit n of an assignment is the sign of size n. */
function sumsByAssignment(sizes: readonly number[]): Float64Array {
  const table = new Float64Array(Math.ceil(sizes.length / BITS) * ASSIGNMENTS);
  for (let at = 0; at < table.length; at += 1) {
    const first = (at >> BITS) * BITS;
    const lowest = at & -at & (ASSIGNMENTS - 1);
    table[at] =
      lowest === 0
        ? -sumOf(sizes.slice(first, first + BITS))
        : (table[at - lowest] ?? 0) + 2 * (sizes[first + 31 - Math.clz32(lowest)] ?? 0);
  }
  return table;
}

/** How many of the random assignments have a sum of at least `bound`, up or down. */
function drawn(
  sizes: readonly number[],
  bound: number,
  { random, draws }: { random: Random; draws: number },
): number {
  const table = sumsByAssignment(sizes);
  let count = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let bits = 0;
    for (let at = 0; at < table.length; at += ASSIGNMENTS) {
      bits = at % (4 * ASSIGNMENTS) === 0 ? random() : bits >>> BITS;
      sum += table[at + (bits & (ASSIGNMENTS - 1))] ?? 0;
    }
    if (sum >= bound || sum <= -bound) count += 1;
  }
  return count;
}
