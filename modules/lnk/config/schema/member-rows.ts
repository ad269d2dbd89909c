import type { MemberShape, ObjectShape, Shape } from '../fields/shape.js';

/** A member of an object that is the value of a field, or a part of it. */
export interface MemberRow {
  /** Such as `feature.db_branches[].copy.mode`. */
  readonly path: string;
  readonly member: MemberShape;
  /** Under which values of a tag it exists; `undefined` under all. */
  readonly only?: readonly string[];
}

function rowsOfMember(path: string, member: MemberShape, only?: readonly string[]): MemberRow[] {
  return [{ path, member, ...(only !== undefined && { only }) }, ...memberRows(member.shape, path)];
}

const rowsOfObject = ({ members }: ObjectShape, path: string): MemberRow[] =>
  Object.entries(members).flatMap(([name, member]) => rowsOfMember(`${path}.${name}`, member));

/** Those of all variants, each once where it is the same everywhere. */
function rowsOfVariants(
  { tag, variants }: Extract<Shape, { readonly type: 'tagged' }>,
  path: string,
): MemberRow[] {
  const values = Object.keys(variants);
  const tagRow: MemberRow = {
    path: `${path}.${tag}`,
    member: {
      shape: { type: 'choice', values },
      doc: 'Says what kind of entry it is.',
      required: true,
    },
  };
  const same = new Map<string, { name: string; member: MemberShape; of: string[] }>();
  for (const [value, { members }] of Object.entries(variants))
    for (const [name, member] of Object.entries(members)) {
      const text = JSON.stringify([name, member]);
      const entry = same.get(text) ?? { name, member, of: [] };
      same.set(text, entry);
      entry.of.push(value);
    }
  const rows = [...same.values()].flatMap(({ name, member, of }) =>
    rowsOfMember(`${path}.${name}`, member, of.length === values.length ? undefined : of),
  );
  return [tagRow, ...rows];
}

/** The members of all objects inside a shape, in its order; the same path occurs once for each form that has it. */
export function memberRows(shape: Shape, path: string): MemberRow[] {
  switch (shape.type) {
    case 'object':
      return rowsOfObject(shape, path);
    case 'tagged':
      return rowsOfVariants(shape, path);
    case 'list':
      return memberRows(shape.of, `${path}[]`);
    case 'map':
      return memberRows(shape.of, `${path}.<name>`);
    case 'forms':
      return shape.forms.flatMap((form) => memberRows(form, path));
    default:
      return [];
  }
}
