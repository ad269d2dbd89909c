import type { ErrorIssue, ExitCode, SvcError } from 'svc-registry/kernel';
import { inspect } from 'node:util';
import { asSvcError } from '../../kernel/index.js';
import { printableJson, printableLine } from './printable.js';
import type { Terminal } from './terminal.js';

/** `svc.json:12:5 plugins[0]: …`, in the form that editors and terminals make clickable. */
export function issueText({ file, line, column, field, message }: ErrorIssue): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  const where = [position, field].filter((part) => part !== undefined && part !== '').join(' ');
  return where === '' ? message : `${printableLine(where)}: ${message}`;
}

/** The members of a problem document, as `--json` prints them. */
export function errorDocument({
  code,
  status,
  title,
  message,
  hint,
  exit,
  issues,
  details,
}: SvcError): object {
  return { error: { ...details, code, status, title, detail: message, hint, exit, issues } };
}

export interface FailureOptions {
  readonly json: boolean;
  /** Show where it was thrown. */
  readonly debug: boolean;
}

/** Prints a failure and answers the exit code. */
export function reportError(
  thrown: unknown,
  terminal: Terminal,
  { json, debug }: FailureOptions,
): ExitCode {
  const error = asSvcError(thrown);
  const { style } = terminal;
  terminal.status('');
  if (json) terminal.out(printableJson(errorDocument(error)));
  else {
    terminal.err(`${style.red('error:')} ${error.message}`);
    for (const issue of error.issues)
      if (issue.file !== undefined || issue.message !== error.message)
        terminal.err(`  ${issueText(issue)}`);
    if (error.hint !== undefined) terminal.err(`${style.cyan('hint:')} ${error.hint}`);
  }
  if (debug) terminal.err(inspect(thrown, { depth: 6 }));
  return error.exit;
}
