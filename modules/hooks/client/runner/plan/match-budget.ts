import { withinTime } from '../../../../../toolbox/time-budget.js';

/** Milliseconds for all costly patterns of one event together, because the agent is waiting. */
const BUDGET = 200;

/** Tests patterns whose evaluation may take for ever. */
export class MatchBudget {
  private left = BUDGET;

  /** Whether the pattern matches one of the names; `undefined` when time ran out. */
  test(pattern: RegExp, names: readonly string[]): boolean | undefined {
    if (this.left < 1) return undefined;
    const started = performance.now();
    const found = withinTime(Math.ceil(this.left), () => names.some((name) => pattern.test(name)));
    this.left -= performance.now() - started;
    return found?.value;
  }
}
