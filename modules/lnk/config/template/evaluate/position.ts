import { TemplateError, ValueProblem } from '../template-error.js';

/**
 * Where in the source the rendering is. Problems are given this offset once, at the end: catching
 * them at every level would take long where levels are many.
 */
export class Position {
  #at = 0;

  /** Calls `action`, whose problems have the offset `at`. */
  locating<T>(at: number, action: () => T): T {
    const before = this.#at;
    this.#at = at;
    const result = action();
    this.#at = before;
    return result;
  }

  /** What `action` gives, or `otherwise` after a problem that is not fatal. */
  forgiving<T>(action: () => T, otherwise: T): T {
    const before = this.#at;
    try {
      return action();
    } catch (error) {
      const isProblem = error instanceof TemplateError || error instanceof ValueProblem;
      if (!isProblem || error.fatal) throw error;
      this.#at = before;
      return otherwise;
    }
  }

  /** Calls `action`, and throws its problems with their offset. */
  reporting<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      throw new TemplateError(error.message, this.#at, error.hint);
    }
  }
}
