import type { Path } from './tree/template.js';

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

/** A variable, or a member of one, that is not there. */
export class UnknownVariable extends TemplateError {
  /** Without its members. */
  readonly variable: string;

  constructor(
    { at, text, root }: Path,
    { evaluated, hint }: { readonly evaluated: string; readonly hint: string },
  ) {
    super(
      `Variable \`${text}\` not found in context while rendering 'main'` +
        (evaluated === text ? '.' : `: the evaluated version was \`${evaluated}\`.`),
      at,
      hint,
    );
    this.variable = root;
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
