/** A solution with at least this share of the points passes: the bound above which scores are shown as good. All points would be a matter of luck with long checklists. */
const PASS = 0.8;

/** Sums of points may miss the bound by a rounding error. */
export const passes = (score: number): boolean => score >= PASS - 1e-9;

export interface PassRates {
  readonly passAt: number | null;
  readonly passAll: number | null;
}

/**
 * pass@k and pass^k, averaged over scenarios, where k is the number of repeats: the share of scenarios that any, or all, of their repeats pass. The unbiased estimators from n
 * solutions are exactly that for n = k. Scenarios in which fewer repeats count are left out: with fewer solutions "any" is harder and "all" is easier.
 */
export function passRates(scenarios: readonly (readonly number[])[], repeats: number): PassRates {
  const whole = scenarios.filter((scores) => scores.length === repeats && repeats > 0);
  if (whole.length === 0) return { passAt: null, passAll: null };
  return {
    passAt: whole.filter((scores) => scores.some(passes)).length / whole.length,
    passAll: whole.filter((scores) => scores.every(passes)).length / whole.length,
  };
}
