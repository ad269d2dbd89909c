/** What is wrong with the schedules of a file. */
export interface FileProblem {
  /** Keys below the block; empty for the whole. */
  readonly path: readonly (string | number)[];
  /** Begins where the name of the field ends. */
  readonly message: string;
  /** What was written instead of one of the known names. */
  readonly misspelt?: Misspelling;
}

export interface Misspelling {
  readonly name: string;
  readonly known: readonly string[];
}

/** What was read, as far as it can be used, and what is wrong with the rest. */
export interface Reading<T> {
  readonly value: T;
  readonly problems: readonly FileProblem[];
}
