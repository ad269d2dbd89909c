import type { MemberShape, Shape } from '../fields/shape.js';
import type { Path } from '../problem.js';

type TaggedShape = Extract<Shape, { readonly type: 'tagged' }>;

/** A part of a field's value: its shape, its meaning if it has one of its own, its value if there is one. */
export interface Part {
  readonly shape: Shape;
  readonly doc: string | undefined;
  readonly value: unknown;
}

/** Follows a path into a value; `undefined` where the shape has no such part. */
export function partOf(shape: Shape, value: unknown, path: Path): Part | undefined {
  return partsOf({ shape, doc: undefined, value }, path);
}

function partsOf(part: Part, [name, ...rest]: Path): Part | undefined {
  if (name === undefined) return part;
  for (const inner of innerParts(part, name)) {
    const found = partsOf(inner, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The candidates for one step: alternatives are tried one after the other. */
function innerParts({ shape, doc, value }: Part, name: string | number): readonly Part[] {
  switch (shape.type) {
    case 'forms':
      return shape.forms.flatMap((form) => innerParts({ shape: form, doc, value }, name));
    case 'tagged':
      if (name === shape.tag) return [tagPart(shape, value)];
      return Object.values(shape.variants).flatMap((form) =>
        innerParts({ shape: form, doc, value }, name),
      );
    case 'list':
      return entryPart(() => shape.of, { doc, value }, name);
    case 'tuple':
      return entryPart((index) => shape.of[index], { doc, value }, name);
    case 'map':
      return [{ shape: shape.of, doc, value: value instanceof Map ? value.get(name) : undefined }];
    case 'object':
      return memberPart(shape.members, value, name);
    default:
      return [];
  }
}

function entryPart(
  shapeAt: (index: number) => Shape | undefined,
  { doc, value }: Omit<Part, 'shape'>,
  name: string | number,
): readonly Part[] {
  const shape = typeof name === 'number' ? shapeAt(name) : undefined;
  if (shape === undefined) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return [{ shape, doc, value: entries[Number(name)] }];
}

const tagPart = ({ tag, variants }: TaggedShape, value: unknown): Part => ({
  shape: { type: 'choice', values: Object.keys(variants) },
  doc: undefined,
  value: memberOf(value, tag),
});

function memberPart(
  members: Readonly<Record<string, MemberShape>>,
  value: unknown,
  name: string | number,
): readonly Part[] {
  if (!Object.hasOwn(members, name)) return [];
  const { shape, doc } = members[name] as MemberShape;
  return [{ shape, doc, value: memberOf(value, name) }];
}

const memberOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
