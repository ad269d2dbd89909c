import type { TextPosition } from '../../../../toolbox/text-position.js';
import type { Configuration } from '../resolve/configuration.js';
import type { Finding } from '../verify/finding.js';
import { pathText, type Mistake } from '../problem.js';

/** A problem as people see it. Line and column count from 1, in the file as written; problems of flags and variables have none. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Path in the document, or the field; empty for the document itself. */
  readonly field: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly hint?: string;
}

/** Where offsets of the text that was parsed stand in the file as written. */
export interface Positions {
  readonly file: string;
  at(offset: number): TextPosition;
}

/** A mistake with its position in the file. */
export function problemOf(mistake: Mistake, positions: Positions): Problem {
  const { severity = 'error', path, at, message, hint } = mistake;
  return {
    severity,
    field: pathText(path),
    file: positions.file,
    ...positions.at(at),
    message,
    ...(hint !== undefined && { hint }),
  };
}

/** A finding of a rule, at the position of the value that it is about. */
export function findingProblem(finding: Finding, configuration: Configuration): Problem {
  const { severity, field, within = [], message, hint } = finding;
  const source = configuration.source(field, ...within);
  const path = source.kind === 'file' ? source.path : [...field.split('.'), ...within];
  const position =
    source.kind === 'file' ? { file: source.file, line: source.line, column: source.column } : {};
  return {
    severity,
    field: pathText(path),
    ...position,
    message,
    ...(hint !== undefined && { hint }),
  };
}

/** Problems in the order of the file; those of flags and variables, which have no position, come first. */
export const inFileOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted(
    ({ line: a = 0, column: from = 0 }, { line: b = 0, column: to = 0 }) => a - b || from - to,
  );
