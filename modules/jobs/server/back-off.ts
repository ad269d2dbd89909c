import type { RunKindSettings } from '../contract/db.js';

/**
 * Milliseconds to wait after this many failures: doubled each time up to a limit, and randomly reduced by up to half,
 * so that runs that failed together are not retried together.
 */
export function backOffMs(
  failures: number,
  { first, most }: NonNullable<RunKindSettings['backOff']>,
  random = Math.random,
): number {
  const seconds = Math.min(most, first * 2 ** (failures - 1));
  return Math.round(1000 * seconds * (1 - random() / 2));
}
