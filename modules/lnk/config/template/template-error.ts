/** What is wrong with a template, and where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';

  constructor(
    message: string,
    /** Offset in the source. */
    readonly at: number,
    /** What to do: one full sentence. */
    readonly hint?: string,
    /** Also ends the conditions in which an undefined variable only counts as false. */
    readonly fatal = false,
  ) {
    super(message);
  }
}

/** A problem that a filter, function or test finds. Whoever called it knows the offset. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';

  constructor(
    message: string,
    readonly hint?: string,
    readonly fatal = false,
  ) {
    super(message);
  }
}

/** Calls `action` and gives the problems that it finds an offset. */
export function locating<T>(at: number, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error;
    throw new TemplateError(error.message, at, error.hint, error.fatal);
  }
}
