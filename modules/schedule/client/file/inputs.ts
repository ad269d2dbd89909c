import { isRecord } from '../../../../toolbox/type-guards.js';
import type { FileProblem, Reading } from './problem.js';

/** The inputs of an entry: texts by name. */
export function readInputs(value: unknown): Reading<Record<string, string> | undefined> {
  if (value === undefined) return { value, problems: [] };
  if (!isRecord(value))
    return {
      value: undefined,
      problems: [{ path: [], message: 'must be an object of texts by name' }],
    };
  const problems = Object.entries(value).flatMap(([name, text]): FileProblem[] => {
    const message = problemOf(name, text);
    return message === undefined ? [] : [{ path: [name], message }];
  });
  return { value: value as Record<string, string>, problems };
}

function problemOf(name: string, text: unknown): string | undefined {
  if (name.trim() === '') return 'an input has a name';
  if (typeof text !== 'string')
    return `must be a text in quotes, not ${text === null ? 'null' : Array.isArray(text) ? 'a list' : `a ${typeof text}`}`;
  return /[\0\p{Cs}]/u.test(name + text) ? 'must not have NUL, nor half a character' : undefined;
}
