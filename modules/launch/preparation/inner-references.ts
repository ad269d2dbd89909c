import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { MOST_LEVELS } from './json-document.js';

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Keywords whose value is a schema, a list of schemas or, for the last line, a mapping of names to schemas. */
const SCHEMAS = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'prefixItems', 'items'],
  ...['additionalItems', 'unevaluatedItems', 'contains', 'propertyNames'],
  ...['additionalProperties', 'unevaluatedProperties'],
]);
const SCHEMAS_BY_NAME = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
]);

/** Keywords whose schemas look at the same value as the schema that has them. */
const SAME_VALUE = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']);

/** Keywords that are kept as they are. All others say nothing about a value, or name schemas for references. */
const ASSERTIONS = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ...['required', 'dependentRequired'],
]);

/** Whether a copy accepts more than the original, since a reference in it was left out. */
interface Openness {
  /** Anywhere in it. */
  readonly anywhere: boolean;
  /** Where it looks at the same value. */
  readonly here: boolean;
}

interface Copy extends Openness {
  readonly schema: unknown;
}

const CLOSED: Openness = { anywhere: false, here: false };

/**
 * A schema without its inner references, local ones such as `#/$defs/a` included: the specification resolves a single level, "a `$ref` inside
 * a resolved schema is not followed", and that is no error. What a reference would say about a value is unknown, so the copy accepts
 * every value that the original could accept. Throws `RangeError` for a schema that is too deep or too large.
 */
export const withoutReferences = (schema: Fields): Fields =>
  new Copier().copyOf(schema, 0).schema as Fields;

/** Schemas within one; compiling more takes seconds and hundreds of megabytes. */
const MOST_SCHEMAS = 1000;

class Copier {
  private copied = 0;

  copyOf(schema: unknown, depth: number): Copy {
    if (!isRecord(schema)) return { schema, ...CLOSED };
    this.count(depth);
    const kept = new Map<string, unknown>();
    const open = new Map<string, Openness>();
    for (const [key, value] of Object.entries(schema)) {
      if (REFERENCES.has(key)) open.set(key, { anywhere: true, here: true });
      else if (ASSERTIONS.has(key)) kept.set(key, value);
      else if (SCHEMAS.has(key) || SCHEMAS_BY_NAME.has(key)) {
        const copy = SCHEMAS.has(key)
          ? this.oneOrMore(value, depth + 1)
          : this.byName(value, depth + 1);
        kept.set(key, copy.schema);
        open.set(key, { anywhere: copy.anywhere, here: copy.here && SAME_VALUE.has(key) });
      }
    }
    const together = union([...open.values()]);
    widen(kept, { open: (key) => open.get(key)?.anywhere === true, here: together.here });
    return { schema: Object.fromEntries(kept), ...together };
  }

  private count(depth: number): void {
    if (depth > MOST_LEVELS) throw new RangeError(`it nests deeper than ${MOST_LEVELS} levels`);
    this.copied += 1;
    if (this.copied > MOST_SCHEMAS)
      throw new RangeError(`it has more than ${MOST_SCHEMAS} schemas within it`);
  }

  private oneOrMore(value: unknown, depth: number): Copy {
    if (!Array.isArray(value)) return this.copyOf(value, depth);
    const copies = value.map((item: unknown) => this.copyOf(item, depth));
    return { schema: copies.map(({ schema }) => schema), ...union(copies) };
  }

  private byName(value: unknown, depth: number): Copy {
    if (!isRecord(value)) return { schema: value, ...CLOSED };
    const copies = Object.entries(value).map(
      ([name, item]) => [name, this.copyOf(item, depth)] as const,
    );
    const schema = Object.fromEntries(copies.map(([name, copy]) => [name, copy.schema]));
    return { schema, ...union(copies.map(([, copy]) => copy)) };
  }
}

function union(all: readonly Openness[]): Openness {
  return {
    anywhere: all.some(({ anywhere }) => anywhere),
    here: all.some(({ here }) => here),
  };
}

/** Without the keywords that refuse more when a schema in them accepts more. */
function widen(
  kept: Map<string, unknown>,
  { open, here }: { readonly open: (key: string) => boolean; readonly here: boolean },
): void {
  if (open('not')) kept.delete('not');
  if (open('contains')) kept.delete('maxContains');
  if (open('if')) for (const key of ['if', 'then', 'else']) kept.delete(key);
  if (here) for (const key of ['unevaluatedProperties', 'unevaluatedItems']) kept.delete(key);
  const choices = kept.get('oneOf');
  if (!open('oneOf') || !Array.isArray(choices)) return;
  // several of them may accept a value now
  kept.delete('oneOf');
  const all = kept.get('allOf');
  kept.set('allOf', [...(Array.isArray(all) ? (all as unknown[]) : []), { anyOf: choices }]);
}
