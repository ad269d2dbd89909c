import type { JsonSchema, OperationManifest } from '../../kernel/index.js';

/** The schema of an object: the only kind that tools take and answer. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

const PREFIX = '#/$defs/';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema with what it refers to in place of the references, as far as they do not lead back: not every model follows them. */
export function withoutReferences({ $defs, ...schema }: ObjectSchema): ObjectSchema {
  const definitions = isObject($defs) ? $defs : {};
  const left = new Set<unknown>();
  const resolved = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => resolved(entry, inside));
    if (!isObject(value)) return value;
    const { $ref, ...beside } = value;
    const name = typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
    const definition = name === undefined || inside.includes(name) ? undefined : definitions[name];
    if (name !== undefined && isObject(definition)) return resolved({ ...definition, ...beside }, [...inside, name]);
    if ($ref !== undefined) left.add($ref);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolved(entry, inside)]));
  };
  const result = resolved(schema, []) as ObjectSchema;
  return left.size > 0 ? { ...result, $defs } : result;
}

const ISSUE = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };

const ERROR = {
  type: 'object',
  description: 'Instead of all else when the call failed.',
  properties: {
    code: { type: 'string', description: 'What kind of failure it is, such as `not_found`.' },
    message: { type: 'string', description: 'What happened.' },
    hint: { type: 'string', description: 'What to do next.' },
    issues: { type: 'array', items: ISSUE, description: 'Everything that is wrong, where there are several things.' },
  },
  required: ['code', 'message'],
};

const cursor = (description: string) => ({ type: ['string', 'null'], description });

function pageSchema({ $defs, ...entry }: JsonSchema): JsonSchema {
  return {
    properties: {
      data: { type: 'array', items: entry },
      next: cursor('Set when there is more.'),
      prev: cursor('Set when there is something before.'),
    },
    required: ['data', 'next', 'prev'],
    ...($defs !== undefined && { $defs }),
  };
}

/**
 * What a tool answers as data, its failures included: clients check these too. `undefined` where an operation answers nothing. Either all
 * fields of the answer are there or `error` is.
 */
export function outputSchemaOf({ output, list }: OperationManifest): ObjectSchema | undefined {
  if (output === undefined) return undefined;
  const {
    properties = {},
    required,
    ...rest
  } = (list ? pageSchema(output) : output) as { properties?: object; required?: string[] } & JsonSchema;
  const answered = required === undefined ? {} : { anyOf: [{ required }, { required: ['error'] }] };
  return { ...rest, type: 'object', properties: { ...properties, error: ERROR }, ...answered };
}
