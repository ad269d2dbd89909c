import type { Path } from '../problem.js';

/** What a rule across fields has found in a configuration. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** The field whose value should change: a path of the field table. */
  readonly field: string;
  /** The part of the field's value that is meant, such as an entry of a list. */
  readonly within?: Path;
  /** One full sentence. */
  readonly message: string;
  /** What to do: one full sentence. */
  readonly hint?: string;
}

type Where = string | readonly [field: string, ...within: Path];

export const error = (where: Where, message: string, hint?: string): Finding =>
  finding('error', where, { message, hint });

export const warning = (where: Where, message: string, hint?: string): Finding =>
  finding('warning', where, { message, hint });

interface Texts {
  readonly message: string;
  readonly hint: string | undefined;
}

function finding(severity: Finding['severity'], where: Where, { message, hint }: Texts): Finding {
  const [field, ...within] = typeof where === 'string' ? ([where] as const) : where;
  return {
    severity,
    field,
    ...(within.length === 0 ? {} : { within }),
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}
