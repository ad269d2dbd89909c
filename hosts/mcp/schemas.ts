import { isRecord } from '../../toolbox/type-guards.js';
import type { JsonSchema, OperationManifest } from '../../kernel/index.js';

/** The schema of an object; tools accept and return only objects. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

const PREFIX = '#/$defs/';

/** Replaces the references in a schema by their definitions, except recursive ones: not every model follows references. */
export function withoutReferences({ $defs, ...schema }: ObjectSchema): ObjectSchema {
  const definitions = isRecord($defs) ? $defs : {};
  const left = new Set<unknown>();
  const resolved = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => resolved(entry, inside));
    if (!isRecord(value)) return value;
    const { $ref, ...beside } = value;
    const name =
      typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
    const definition = name === undefined || inside.includes(name) ? undefined : definitions[name];
    if (name !== undefined && isRecord(definition))
      return resolved({ ...definition, ...beside }, [...inside, name]);
    if ($ref !== undefined) left.add($ref);
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, resolved(entry, inside)]),
    );
  };
  const result = resolved(schema, []) as ObjectSchema;
  return left.size > 0 ? { ...result, $defs } : result;
}

/** Leaves open which values a field may hold. */
const OPEN: JsonSchema = {};

function definitionOf(
  value: unknown,
  definitions: Record<string, unknown>,
): Record<string, unknown> {
  if (!isRecord(value)) return OPEN;
  const { $ref } = value;
  const found =
    typeof $ref === 'string' && $ref.startsWith(PREFIX)
      ? definitions[$ref.slice(PREFIX.length)]
      : value;
  return isRecord(found) ? found : OPEN;
}

/** The type of a value, and its required fields; for a list those of each entry. */
function outlineOf(value: unknown, definitions: Record<string, unknown>): JsonSchema {
  const { type, required, items } = definitionOf(value, definitions);
  const { required: ofEach } = definitionOf(items, definitions);
  return {
    ...(type !== undefined && { type }),
    ...(required !== undefined && { required }),
    ...(ofEach !== undefined && { items: { required: ofEach } }),
  };
}

/** Fields that every answer may have: notes besides the result, or an error in place of it. */
const ALWAYS = { notes: { type: 'array' }, error: { type: 'object' } };

/**
 * The output schema of a tool: the names and kinds of its fields. Constraints, descriptions and deeper levels are left out, because models pay
 * for every word of each tool in each session and see the values in the answer. No field is required: clients validate answers against this
 * schema, and a failure has none of the fields. `undefined` for an operation without output.
 */
export function outputSchemaOf({
  output,
  list,
  meta,
}: OperationManifest): ObjectSchema | undefined {
  if (output === undefined) return undefined;
  const { $defs, properties } = output;
  const definitions = isRecord($defs) ? $defs : {};
  const fields = list
    ? {
        data: { type: 'array', items: output },
        next: { type: ['string', 'null'] },
        ...(meta && { meta: { type: 'object' } }),
      }
    : isRecord(properties)
      ? properties
      : {};
  const outlines = Object.entries(fields).map(([name, field]) => [
    name,
    outlineOf(field, definitions),
  ]);
  return { type: 'object', properties: { ...Object.fromEntries(outlines), ...ALWAYS } };
}
