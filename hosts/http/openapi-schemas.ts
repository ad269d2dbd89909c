import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../kernel/index.js';

/** Collects the schemas of all operations under `#/components/schemas`. Names are `<module>.<class>`. */
export class SchemaCatalog {
  private readonly schemas = new Map<string, JsonSchema>();

  /** Adds a complete schema. Answers its replacement: the schema with references into the catalogue, or a single reference. */
  add(
    schema: JsonSchema,
    owner: { readonly module: string; readonly operation: string },
  ): JsonSchema {
    const { $defs, ...root } = schema;
    const definitions = Object.entries(($defs ?? {}) as Record<string, JsonSchema>);
    const names = new Map(
      definitions.map(([name, definition]) => [
        name,
        this.nameFor(`${owner.module}.${name}`, definition, owner.operation),
      ]),
    );
    for (const [name, definition] of definitions)
      this.schemas.set(names.get(name) ?? name, rewrite(definition, names));
    return rewrite(root, names);
  }

  /** Stores a schema under the given name; answers a reference to it. */
  name(name: string, schema: JsonSchema): JsonSchema {
    this.schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries(
      [...this.schemas].sort(([left], [right]) => left.localeCompare(right)),
    );
  }

  /** The name of a definition. Different classes of one name in a module are distinguished by the operation. */
  private nameFor(name: string, definition: JsonSchema, operation: string): string {
    const known = this.originals.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, definition)) return `${name}.${operation}`;
    this.originals.set(name, definition);
    return name;
  }

  private readonly originals = new Map<string, JsonSchema>();
}

function rewrite<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((entry: unknown) => rewrite(entry, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
    if (key !== '$ref' || typeof entry !== 'string') return [key, rewrite(entry as unknown, names)];
    const name = entry.replace('#/$defs/', '');
    return [key, `#/components/schemas/${names.get(name) ?? name}`];
  });
  return Object.fromEntries(entries) as T;
}
