import { isRecord } from '../../toolbox/type-guards.js';
import type { JsonSchema, OperationManifest } from '../../kernel/manifest/manifest.js';

/** The type of a field's values. `other`: an object, or anything else that text cannot express. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'other';

/** A field of an operation's input, as far as a surface needs to know it. */
export interface Field {
  readonly name: string;
  readonly kind: ValueKind;
  /** Takes several values of `kind`. */
  readonly list: boolean;
  readonly required: boolean;
  readonly description: string;
  readonly choices: readonly string[] | undefined;
  /** The default value, as text. */
  readonly fallback: string | undefined;
  /** Text values may not be empty. */
  readonly filled: boolean;
}

/** The value as a schema; `true`, which restricts nothing, becomes an empty one. */
const asSchema = (value: unknown): JsonSchema => (isRecord(value) ? value : {});

type Definitions = Readonly<Record<string, JsonSchema>>;

function resolveReference(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const target = definitions[reference.replace('#/$defs/', '')] ?? {};
  return { ...resolveReference(target, definitions), ...schema };
}

/** The schema without its "or null": text surfaces cannot express null. */
function withoutNull(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const resolved = resolveReference(schema, definitions);
  const branches = (resolved['anyOf'] ?? resolved['oneOf']) as readonly JsonSchema[] | undefined;
  const [only, ...more] = (branches ?? []).filter((branch) => branch['type'] !== 'null');
  return only !== undefined && more.length === 0
    ? { ...resolveReference(only, definitions), ...resolved }
    : resolved;
}

function typeOf(schema: JsonSchema): string | undefined {
  const type = schema['type'];
  if (!Array.isArray(type)) return typeof type === 'string' ? type : undefined;
  const [only, ...more] = (type as string[]).filter((name) => name !== 'null');
  return more.length === 0 ? only : undefined;
}

function choicesOf(schema: JsonSchema): readonly string[] | undefined {
  const values = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  return values.filter((value) => value !== null).map(String);
}

function kindOf(schema: JsonSchema): ValueKind {
  const type = typeOf(schema);
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean')
    return type;
  return type === undefined && choicesOf(schema) !== undefined ? 'string' : 'other';
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value);
}

function readField(
  name: string,
  whole: JsonSchema,
  definitions: Definitions,
): Omit<Field, 'required'> {
  const schema = withoutNull(whole, definitions);
  const list = typeOf(schema) === 'array';
  const value = list ? withoutNull(asSchema(schema['items']), definitions) : schema;
  const description = whole['description'] ?? schema['description'];
  return {
    name,
    list,
    kind: kindOf(value),
    choices: choicesOf(value),
    fallback: textOf(whole['default']),
    description: typeof description === 'string' ? description : '',
    filled: Number(value['minLength'] ?? 0) > 0,
  };
}

/** The fields of an operation's input, in the order in which they are declared. */
export function fieldsOf(operation: OperationManifest): ReadonlyMap<string, Field> {
  const input = operation.input ?? {};
  const definitions = asSchema(input['$defs']) as Definitions;
  const root = resolveReference(input, definitions);
  const required = new Set((root['required'] as readonly string[] | undefined) ?? []);
  const properties = Object.entries(asSchema(root['properties']));
  return new Map(
    properties.map(([name, schema]) => [
      name,
      { ...readField(name, asSchema(schema), definitions), required: required.has(name) },
    ]),
  );
}
