import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';
import type { Fields } from '../../../toolbox/type-guards.js';
import { withinTime } from '../../../toolbox/time-budget.js';
import { withoutReferences } from './inner-references.js';

/** Schemas of others may be made to take for ever, by their size or by a regular expression. */
const COMPILE_MS = 5000;
const CHECK_MS = 1000;
const MOST_CHOICES = 20;

/** What a schema says against a value. */
export interface SchemaIssue {
  /** Names and indexes that lead to the part of the value. */
  readonly path: readonly string[];
  /** A clause about that part: `must be string`. */
  readonly message: string;
}

/** What a schema says against a value; empty when it accepts it. */
export type SchemaCheck = (value: unknown) => readonly SchemaIssue[];

interface CheckOptions {
  /** How many times the usual limits of time; default 1. */
  readonly times?: number;
  /** Texts are taken for numbers and booleans where the schema asks for these; changes the value. All issues are listed, not the first. */
  readonly forInputs?: boolean;
}

type Create = (options: Options) => Ajv;

// files of our own, because a bundle hides the names that a package in CommonJS exports from `import()`
const newest = (): Promise<Create> => import('./dialects/draft-2020.js').then((m) => m.create);
const draft7 = (): Promise<Create> => import('./dialects/draft-7.js').then((m) => m.create);

const dialects: ReadonlyMap<string, () => Promise<Create>> = new Map([
  ['json-schema.org/draft/2020-12/schema', newest],
  [
    'json-schema.org/draft/2019-09/schema',
    () => import('./dialects/draft-2019.js').then((m) => m.create),
  ],
  ['json-schema.org/draft-07/schema', draft7],
  ['json-schema.org/draft-06/schema', draft7],
]);

/** The dialect that `$schema` names; 2020-12 without it. */
function dialectOf({ $schema }: Fields): (() => Promise<Create>) | undefined {
  if ($schema === undefined) return newest;
  const name = typeof $schema === 'string' ? $schema : '';
  return dialects.get(name.replace(/^https?:\/\//, '').replace(/#$/, ''));
}

/** Compiles a schema of others; a text says why that is impossible: a clause. Inner references are not followed. */
export async function compileSchema(
  schema: Fields,
  { forInputs = false, times = 1 }: CheckOptions = {},
): Promise<SchemaCheck | string> {
  const dialect = dialectOf(schema);
  if (dialect === undefined)
    return 'its "$schema" names no known dialect; use https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#';
  const coerce = forInputs ? { coerceTypes: true, allErrors: true } : {};
  // unknown keywords and formats say nothing about a value; names such as `constructor` are not inherited
  const create = await dialect();
  const ajv = create({ strict: false, logger: false, ownProperties: true, ...coerce });
  // the types of the package describe an ES module, which it is not
  const formats = (await import('ajv-formats')).default as unknown as (to: Ajv) => void;
  formats(ajv);
  try {
    const compiled = withinTime(COMPILE_MS * times, () => ajv.compile(withoutReferences(schema)));
    return compiled === undefined
      ? 'compiling it takes too long'
      : checkBy(compiled.value, CHECK_MS * times);
  } catch (error) {
    return reasonOf(error);
  }
}

/** What ajv throws for an invalid schema is plain; what the engine throws for a huge one is not. */
function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'RangeError' && message.includes('call stack')) return 'it is too large';
  return message.replace(/^schema is invalid: data/, 'it is no JSON Schema: schema');
}

function checkBy(validate: ValidateFunction, milliseconds: number): SchemaCheck {
  return (value) => {
    const done = withinTime(milliseconds, () => {
      validate(value);
      return validate.errors ?? [];
    });
    if (done === undefined) return [{ path: [], message: 'takes too long to check' }];
    return done.value.map(issueOf);
  };
}

function issueOf({ instancePath, keyword, params, message }: ErrorObject): SchemaIssue {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { missingProperty, additionalProperty, allowedValues } = params as {
    missingProperty?: string;
    additionalProperty?: string;
    allowedValues?: readonly unknown[];
  };
  if (keyword === 'required' && missingProperty !== undefined)
    return { path: [...path, missingProperty], message: 'is missing' };
  if (additionalProperty !== undefined)
    return { path: [...path, additionalProperty], message: 'is not allowed' };
  if (allowedValues === undefined || allowedValues.length > MOST_CHOICES)
    return { path, message: message ?? 'is not valid' };
  const choices = allowedValues.map((choice) => JSON.stringify(choice)).join(', ');
  return { path, message: `must be one of ${choices}` };
}
