import { deviationOf } from './moments.js';

/** The lift that a run is planned to show, in points from 0 to 1. */
export const EFFECT = 0.1;
/** With fewer scenarios the exact test cannot come to a p-value of 0.05: five have at least 2 / 2⁵. */
const LEAST = 6;
/** The least deviation of differences that is believed: runs without any difference so far are not a proof that there is none. */
const FLOOR = 0.1;
/** The least that is believed of fewer than `FEW` scenarios, which know little of their deviation: common where scenarios are scored by checklists. */
const DEFAULT = 0.25;
const FEW = 5;
/** Quantiles of the normal distribution, for a level of 5 % (two-sided) and a power of 80 %. */
const Z_LEVEL = 1.959963984540054;
const Z_POWER = 0.8416212335729143;

/**
 * How many scenarios show a lift of `EFFECT` four times in five, if their differences deviate as those of this run: (c · s / `EFFECT`)², and z² / 2 more since the
 * deviation of the new run is estimated as well. The deviation s of few scenarios is uncertain, and a power of 80 % on average over what it may be needs more
 * than twice the quantiles of the normal distribution: c is the 80 % quantile of the non-central t distribution, by its normal approximation.
 */
export function scenariosNeeded(differences: readonly number[]): number {
  const scenarios = differences.length;
  const deviation = Math.max(deviationOf(differences), scenarios < FEW ? DEFAULT : FLOOR);
  const factor = noncentralFactor(Math.max(scenarios, FEW) - 1);
  const needed = ((factor * deviation) / EFFECT) ** 2 + Z_LEVEL ** 2 / 2;
  return Math.max(LEAST, Math.ceil(needed));
}

/** The 80 % quantile of the non-central t distribution around `Z_LEVEL`; its error is below 1 % from four degrees of freedom. */
export function noncentralFactor(freedom: number): number {
  const bias = 1 - 1 / (4 * freedom);
  const spread = bias ** 2 - Z_POWER ** 2 / (2 * freedom);
  const root = (bias * Z_LEVEL) ** 2 - spread * (Z_LEVEL ** 2 - Z_POWER ** 2);
  return (bias * Z_LEVEL + Math.sqrt(root)) / spread;
}
