/** By how much the clocks of two servers of one database may differ, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 5_000;

/**
 * The latest end of a period of `ms` milliseconds that has begun by `now`. A stored end that is later was written while the clock was ahead:
 * the period counts as over.
 */
export const latestEnd = (now: Date, ms: number): Date =>
  new Date(now.getTime() + ms + CLOCK_DIFFERENCE_MS);
