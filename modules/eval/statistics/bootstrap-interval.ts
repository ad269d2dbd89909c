import type { Interval } from '../contract/run-view.js';
import { deviationOf, meanOf } from './moments.js';
import { below, type Random } from './random.js';
import { t95 } from './student.js';

const RESAMPLES = 2000;
/** P(|Z| ≤ z) = 0.95 of the normal distribution. */
const Z = 1.959963984540054;

/**
 * An interval of the mean that covers the true one in 95 of 100 runs; `null` with fewer than two values. The plain percentile interval of the bootstrap is too
 * narrow for few values: it is stretched as a t-interval is wider than one of the normal distribution, and on neither side narrower than the t-interval. It
 * ends at `bounds`, which no mean can pass.
 */
export function bootstrapInterval(
  values: readonly number[],
  bounds: Interval,
  random: Random,
): Interval | null {
  const size = values.length;
  if (size < 2) return null;
  const mean = meanOf(values);
  const t = t95(size - 1);
  const means = resampledMeans(values, random);
  const stretch = (Math.sqrt(size / (size - 1)) * t) / Z;
  const least = (t * deviationOf(values)) / Math.sqrt(size);
  const below95 = Math.max(least, (mean - quantile(means, 0.025)) * stretch);
  const above95 = Math.max(least, (quantile(means, 0.975) - mean) * stretch);
  return {
    low: Math.max(bounds.low, mean - below95),
    high: Math.min(bounds.high, mean + above95),
  };
}

/** In ascending order. */
function resampledMeans(values: readonly number[], random: Random): Float64Array {
  const means = new Float64Array(RESAMPLES);
  for (let at = 0; at < RESAMPLES; at += 1) {
    let sum = 0;
    for (let draw = values.length; draw > 0; draw -= 1)
      sum += values[below(values.length, random)] ?? 0;
    means[at] = sum / values.length;
  }
  return means.sort();
}

/** With interpolation between neighbours. */
function quantile(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share;
  const at = Math.floor(position);
  const lower = sorted[at] ?? NaN;
  return lower + ((sorted[at + 1] ?? lower) - lower) * (position - at);
}
