import { types } from 'node:util';
import { TemplateError } from '../template-error.js';

const MESSAGES: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /^expected variable end/, message: 'The expression goes on where }} must stand.' },
  { pattern: /^expected block end in (\S+)/, message: 'The tag `$1` goes on where %} must stand.' },
  {
    pattern: /^unexpected token: (?:%\}|\}\})/,
    message: 'A value is missing before the end of the tag.',
  },
  { pattern: /^unexpected token: (.+)/, message: '`$1` cannot stand here.' },
  { pattern: /expected comma after expression/, message: 'A comma is missing between two values.' },
  {
    pattern: /^expected name as lookup value/,
    message: 'A name or a number must stand behind the point.',
  },
  { pattern: /^expected symbol/, message: 'The name of a filter must stand here.' },
  { pattern: /^expected arguments/, message: 'Brackets with arguments must stand here.' },
  { pattern: /expected "in" keyword/, message: 'A loop is written {% for item in list %}.' },
  {
    pattern: /variable name expected for loop/,
    message: 'A loop is written {% for item in list %}.',
  },
  { pattern: /^invalid index/, message: 'An index is one value.' },
];

/** What the parser complains about, in plain words and with its offset. */
export function syntaxProblem(error: unknown, lastOffset: number): TemplateError {
  if (isNamed(error, 'RangeError')) {
    return new TemplateError(
      'The template is nested too deeply.',
      lastOffset,
      'Give parts of the expression a name with {% set … %}.',
    );
  }
  const problem = problemOf(error);
  // the parser looks at the token behind the last one without asking whether there is one
  if (problem === undefined) {
    return new TemplateError('The tag cannot be read here, or is incomplete.', lastOffset);
  }
  const { message, colno } = problem;
  const known = MESSAGES.find(({ pattern }) => pattern.test(message));
  const text = known === undefined ? undefined : message.match(known.pattern);
  const [, first = ''] = text ?? [];
  return new TemplateError(
    known?.message.replace('$1', () => first) ?? 'The template cannot be read here.',
    colno === undefined ? lastOffset : colno - 1,
  );
}

function isNamed(error: unknown, name: string): boolean {
  return types.isNativeError(error) && error.name === name;
}

function problemOf(error: unknown): { message: string; colno: number | undefined } | undefined {
  if (!types.isNativeError(error) || !('colno' in error)) return undefined;
  return {
    message: error.message,
    colno: typeof error.colno === 'number' ? error.colno : undefined,
  };
}
