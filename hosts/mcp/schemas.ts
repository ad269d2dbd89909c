import { isRecord } from '../../toolbox/type-guards.js';
import type { JsonSchema, OperationManifest } from '../../kernel/index.js';

/** The schema of an object: the only kind that tools take and answer. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

const PREFIX = '#/$defs/';

/** The same schema with what it refers to in place of the references, as far as they do not lead back: not every model follows them. */
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

/** Of nothing: what a field may hold is left open. */
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

/** What kind of value it is, and which fields it always has: an object, or each entry of a list. */
function outlineOf(value: unknown, definitions: Record<string, unknown>): JsonSchema {
  const { type, required, items } = definitionOf(value, definitions);
  const { required: ofEach } = definitionOf(items, definitions);
  return {
    ...(type !== undefined && { type }),
    ...(required !== undefined && { required }),
    ...(ofEach !== undefined && { items: { required: ofEach } }),
  };
}

/** Beside an answer's own fields: what there is to say besides, and, instead of all else, what went wrong. */
const ALWAYS = { notes: { type: 'array' }, error: { type: 'object' } };

/**
 * What a tool answers as data: the names and kinds of its fields. Constraints, descriptions and what lies deeper are left out: models pay for
 * every word of each tool in each session, and see them in the answer. No field is required, as a failure has none of them; clients check
 * answers by this schema. `undefined` where an operation answers nothing.
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
