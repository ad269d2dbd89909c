import { ValueProblem } from '../template-error.js';

export interface Limits {
  /** Statements, values, elements of lists and pieces of texts that a rendering may go through. */
  readonly steps: number;
  /** Characters of the rendered text, and of each text on the way to it. */
  readonly output: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 25_000, output: 524_288 };

/** So many characters count as one step. */
const CHARACTERS_PER_STEP = 32;
const MAX_DEPTH = 64;

/** What a rendering may still spend. Each method throws a {@link ValueProblem} when it is used up. */
export class Budget {
  #steps: number;
  #depth = 0;

  constructor(readonly limits: Limits) {
    this.#steps = limits.steps;
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps >= 0) return;
    throw new ValueProblem(
      `The template takes more than ${this.limits.steps} steps.`,
      'Shorten its loops.',
      true,
    );
  }

  /** To be asked before a text of `length` characters is built. */
  text(length: number): void {
    if (length > this.limits.output) {
      throw new ValueProblem(
        `The template makes a text of more than ${this.limits.output} characters.`,
        'Shorten its loops, or what they print.',
        true,
      );
    }
    this.step(Math.ceil(length / CHARACTERS_PER_STEP));
  }

  /** Calls `action` one level deeper: in a macro, or in a list inside a list. */
  deeper<T>(action: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new ValueProblem(
        `Macros or lists are nested more than ${MAX_DEPTH} levels deep.`,
        undefined,
        true,
      );
    }
    const result = action();
    this.#depth -= 1;
    return result;
  }
}
