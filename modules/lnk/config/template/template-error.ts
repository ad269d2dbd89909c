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
