import vm from 'node:vm';

/** Milliseconds that all costly patterns of one event may take together: the agent waits for them. */
const BUDGET = 200;

/** Tries patterns that may never come to an end. Only node:vm can interrupt a regular expression. */
export class MatchBudget {
  private left = BUDGET;
  private readonly script = new vm.Script('names.some((name) => pattern.test(name))');

  /** True when the pattern fits one of the names; `undefined` when there was no time to find out. */
  test(pattern: RegExp, names: readonly string[]): boolean | undefined {
    if (this.left < 1) return undefined;
    const started = performance.now();
    try {
      return this.script.runInNewContext(
        { pattern, names },
        { timeout: Math.ceil(this.left) },
      ) as boolean;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
      throw error;
    } finally {
      this.left -= performance.now() - started;
    }
  }
}
