import { deviationOf } from './moments.js';

/** The lift that a run is planned to show, in points from 0 to 1. */
export const EFFECT = 0.1;
/** With fewer scenarios the exact test cannot come to a p-value of 0.05: five have at least 2 / 2⁵. */
const LEAST = 6;
/** Fewer scenarios know nothing of their deviation; it is assumed to be `DEFAULT`, which is common where scenarios are scored by checklists. */
const FEW = 5;
const DEFAULT = 0.25;
/** The least deviation of differences that is believed: ties so far do not prove that there will be no difference. */
const FLOOR = 0.1;
/** Quantiles of the normal distribution, for a level of 5 % (two-sided) and a power of 80 %. */
const Z_LEVEL = 1.959963984540054;
const Z_POWER = 0.8416212335729143;

/**
 * How many scenarios show a lift of `EFFECT` four times in five, if their differences deviate as those of this run. The deviation is only an estimate, and to be
 * as powerful on average over what it may be takes more scenarios. Not so in a run that nearly has enough: it is only found to have too few where its deviation
 * came out too large, which makes up for that. From five times as many on, all of the correction counts.
 */
export function scenariosNeeded(differences: readonly number[]): number {
  const scenarios = differences.length;
  const known = Z_LEVEL + Z_POWER;
  if (scenarios < FEW) return whole(planned(known, DEFAULT));
  const deviation = Math.max(deviationOf(differences), FLOOR);
  const times = planned(known, deviation) / scenarios;
  const share = Math.min(1, Math.max(0, (times - 1) / 4));
  const factor = known + share * (noncentralFactor(scenarios - 1) - known);
  return whole(planned(factor, deviation));
}

/** The last term makes up for the deviation that the new run has to estimate, too. */
const planned = (factor: number, deviation: number): number =>
  ((factor * deviation) / EFFECT) ** 2 + Z_LEVEL ** 2 / 2;

const whole = (scenarios: number): number => Math.max(LEAST, Math.ceil(scenarios));

/** The 80 % quantile of the non-central t distribution around `Z_LEVEL`, by its normal approximation; its error is below 1 % from four degrees of freedom. */
export function noncentralFactor(freedom: number): number {
  const bias = 1 - 1 / (4 * freedom);
  const spread = bias ** 2 - Z_POWER ** 2 / (2 * freedom);
  const root = (bias * Z_LEVEL) ** 2 - spread * (Z_LEVEL ** 2 - Z_POWER ** 2);
  return (bias * Z_LEVEL + Math.sqrt(root)) / spread;
}
