/** A JSON Schema, as far as these tests walk it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Paths of all properties, with `[0]` for the entries of lists. */
export function pathsOf(root: Schema): readonly string[] {
  const paths = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    const { $ref, items, anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
    if ($ref !== undefined) walk(root.$defs?.[$ref.replace('#/$defs/', '')] as Schema, path);
    for (const one of [...anyOf, ...oneOf, ...allOf]) walk(one, path);
    if (items !== undefined) walk(items, `${path}[0]`);
    for (const [index, one] of prefixItems.entries()) walk(one, `${path}[${String(index)}]`);
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      const inner = path === '' ? name : `${path}.${name}`;
      paths.add(inner);
      walk(one, inner);
    }
  };
  walk(root, '');
  return [...paths];
}
