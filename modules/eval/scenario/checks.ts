import { RE2JS, RE2JSException } from 're2js';
import type { JsonValue } from '../../../toolbox/json-value.js';
import { isRecord, listOf } from '../../../toolbox/type-guards.js';
import { flag, oneOf, required, warnUnknown, type Fields } from './fields.js';
import type { Findings } from './findings.js';
import { limits } from './limits.js';
import { innerPath } from './paths.js';
import type { Check } from './scenario.js';

interface CheckValue {
  readonly fields: Fields;
  readonly at: JsonValue;
  readonly findings: Findings;
}

/** The keys of each type of check, besides `type`. */
const keys: Readonly<Record<Check['type'], readonly string[]>> = {
  file: ['path', 'exists'],
  pattern: ['path', 'pattern', 'absent'],
  schema: ['path', 'schema'],
  command: ['command', 'exitCode'],
};

const readers: Readonly<Record<Check['type'], (value: CheckValue) => Check | undefined>> = {
  file: (value) => {
    const path = pathOf(value);
    const exists = flag(value.fields.get('exists'), true);
    return path === undefined ? undefined : { type: 'file', path, exists };
  },
  pattern: (value) => {
    const path = pathOf(value);
    const pattern = patternOf(value);
    const absent = flag(value.fields.get('absent'), false);
    return path === undefined || pattern === undefined
      ? undefined
      : { type: 'pattern', path, pattern, absent };
  },
  schema: (value) => {
    const path = pathOf(value);
    const schema = schemaOf(value);
    return path === undefined || schema === undefined
      ? undefined
      : { type: 'schema', path, schema };
  },
  command: ({ fields, at }) => {
    const command = required(fields, 'command', at)?.text();
    const exitCode = exitCodeOf(fields.get('exitCode'));
    return command === undefined || exitCode === undefined
      ? undefined
      : { type: 'command', command, exitCode };
  },
};

/** The `check` of a criterion; `undefined` after reporting what is wrong with it. */
export function readCheck(at: JsonValue, findings: Findings): Check | undefined {
  const fields = at.object();
  if (fields === undefined) return undefined;
  const type = oneOf(required(fields, 'type', at), Object.keys(keys) as Check['type'][]);
  if (type === undefined) return undefined;
  warnUnknown(fields, ['type', ...keys[type]], `a check of type ${type}`);
  return readers[type]({ fields, at, findings });
}

function pathOf({ fields, at, findings }: CheckValue): string | undefined {
  const value = required(fields, 'path', at);
  return value && innerPath(value, { findings, folder: 'the folder of the solution' });
}

function patternOf({ fields, at }: CheckValue): string | undefined {
  const value = required(fields, 'pattern', at);
  const pattern = value?.string();
  if (pattern === undefined) return undefined;
  const problem = patternProblem(pattern);
  if (problem === undefined) return pattern;
  value?.error(problem);
  return undefined;
}

function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'The pattern is empty, so it matches everything.';
  if (pattern.length > limits.pattern)
    return `The pattern has ${pattern.length} characters; at most ${limits.pattern} are allowed.`;
  try {
    compiledPattern(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `The pattern is not in the syntax of RE2: ${error.message.replace(/^error parsing regexp: /, '')}.`;
  }
}

/** `^` and `$` match at each line. */
export const compiledPattern = (pattern: string): RE2JS => RE2JS.compile(pattern, RE2JS.MULTILINE);

function schemaOf({ fields, at }: CheckValue): unknown {
  const value = required(fields, 'schema', at);
  if (value === undefined) return undefined;
  if (value.type !== 'boolean' && value.object() === undefined) return undefined;
  const schema = value.plain();
  const remote = referencesOf(schema).find((reference) => !reference.startsWith('#'));
  if (remote === undefined) return schema;
  value.error(
    `The schema refers to "${remote}"; it may refer to parts of itself only, as in "#/$defs/x".`,
  );
  return undefined;
}

/** Safe for the depth to which files are read. */
function referencesOf(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return listOf(schema).flatMap(referencesOf);
  return Object.entries(schema).flatMap(([key, value]) =>
    ['$ref', '$dynamicRef'].includes(key) && typeof value === 'string'
      ? [value]
      : referencesOf(value),
  );
}

function exitCodeOf(value: JsonValue | undefined): number | undefined {
  if (value === undefined) return 0;
  const code = value.plain();
  if (typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 255) return code;
  value.error('An exit code is a whole number from 0 to 255.');
  return undefined;
}
