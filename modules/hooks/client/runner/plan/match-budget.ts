import { withinTime } from '../../../../../toolbox/time-budget.js';

/** Milliseconds that all costly patterns of one event may take together: the agent waits for them. */
const BUDGET = 200;

/** Tries patterns that may never come to an end. */
export class MatchBudget {
  private left = BUDGET;

  /** True when the pattern fits one of the names; `undefined` when there was no time to find out. */
  test(pattern: RegExp, names: readonly string[]): boolean | undefined {
    if (this.left < 1) return undefined;
    const started = performance.now();
    const found = withinTime(Math.ceil(this.left), () => names.some((name) => pattern.test(name)));
    this.left -= performance.now() - started;
    return found?.value;
  }
}
