import { fieldsOf, isRecord } from '../../../../toolbox/type-guards.js';
import type { JsonSchema } from './shape-schema.js';

/** What is shorter than a reference with its definition is repeated. */
const WORTH_SHARING = 300;

interface Repeated {
  count: number;
  /** The property that it was found under first. */
  readonly property: string;
}

/** Whether it is a schema, and no list of properties, and long enough. */
const canBeShared = (value: unknown): value is JsonSchema =>
  isRecord(value) &&
  (typeof value['type'] === 'string' || Array.isArray(value['anyOf'] ?? value['type'])) &&
  JSON.stringify(value).length > WORTH_SHARING;

/** How often each part occurs, by its text; parts of a part that was seen before are not counted again. */
function count(value: unknown, property: string, found: Map<string, Repeated>): void {
  if (Array.isArray(value)) {
    for (const one of value) count(one, property, found);
    return;
  }
  if (!isRecord(value)) return;
  if (canBeShared(value)) {
    const text = JSON.stringify(value);
    const before = found.get(text);
    if (before !== undefined) {
      before.count += 1;
      return;
    }
    found.set(text, { count: 1, property });
  }
  const { properties, ...rest } = value;
  for (const [name, one] of Object.entries(fieldsOf(properties))) count(one, name, found);
  for (const one of Object.values(rest)) count(one, property, found);
}

function namesOf(found: ReadonlyMap<string, Repeated>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { count: times, property }] of found) {
    if (times < 2) continue;
    let name = property;
    for (let number = 2; taken.has(name); number += 1) name = `${property}_${number}`;
    taken.add(name);
    names.set(text, name);
  }
  return names;
}

/** The same schema, in which parts that occur several times stand once, in `$defs`. */
export function withDefinitions(schema: JsonSchema): JsonSchema {
  const found = new Map<string, Repeated>();
  count(schema, 'root', found);
  const names = namesOf(found);

  const replaced = (value: unknown, isDefinition = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => replaced(one));
    if (!isRecord(value)) return value;
    const name = isDefinition ? undefined : names.get(JSON.stringify(value));
    if (name !== undefined) return { $ref: `#/$defs/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one)]));
  };

  const definitions = [...names].map(([text, name]) => [name, replaced(JSON.parse(text), true)]);
  return {
    ...(replaced(schema) as JsonSchema),
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) as object }),
  };
}
