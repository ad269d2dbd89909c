import { ExitCode, SvcError, type ErrorIssue } from '../api/index.js';

const EXIT_OF_STATUS: ReadonlyMap<number, ExitCode> = new Map<number, ExitCode>([
  [400, ExitCode.invalid],
  [401, ExitCode.denied],
  [403, ExitCode.denied],
  [404, ExitCode.notFound],
  [409, ExitCode.conflict],
  [410, ExitCode.notFound],
  [412, ExitCode.conflict],
  [413, ExitCode.invalid],
  [415, ExitCode.invalid],
  [422, ExitCode.invalid],
  [429, ExitCode.unavailable],
]);

const STANDARD = new Set([
  'type',
  'instance',
  'status',
  'title',
  'detail',
  'code',
  'hint',
  'exit',
  'issues',
]);

function exitOf(exit: unknown, status: number): ExitCode {
  const known: readonly unknown[] = Object.values(ExitCode);
  if (exit !== ExitCode.ok && known.includes(exit)) return exit as ExitCode;
  return EXIT_OF_STATUS.get(status) ?? (status >= 500 ? ExitCode.unavailable : ExitCode.invalid);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function issueOf(entry: unknown): ErrorIssue[] {
  const { message, file, line, column, field } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof message !== 'string') return [];
  const count = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return [
    { message, file: text(file), line: count(line), column: count(column), field: text(field) },
  ];
}

/** Restores the server's error from a problem document (RFC 9457). */
export function errorOfProblem(
  problem: Readonly<Record<string, unknown>>,
  status: number,
): SvcError {
  const { title, detail, code, hint, exit, issues } = problem;
  return new SvcError({
    code: text(code) ?? `http_${status}`,
    status,
    exit: exitOf(exit, status),
    title: text(title) ?? `HTTP ${status}`,
    message: text(detail) ?? text(title) ?? `The server answered ${status}.`,
    hint: text(hint),
    issues: Array.isArray(issues) ? issues.flatMap(issueOf) : [],
    details: Object.fromEntries(Object.entries(problem).filter(([name]) => !STANDARD.has(name))),
  });
}
