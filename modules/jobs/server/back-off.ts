import type { RunKindSettings } from '../contract/db.js';

/**
 * Milliseconds to wait after so many failures: doubled each time up to a limit, and by chance up to half of it less, so
 * that what failed together does not come back together.
 */
export function backOffMs(
  failures: number,
  { first, most }: NonNullable<RunKindSettings['backOff']>,
  random = Math.random,
): number {
  const seconds = Math.min(most, first * 2 ** (failures - 1));
  return Math.round(1000 * seconds * (1 - random() / 2));
}
