import type { MemberShape, ObjectShape, Shape } from '../fields/shape.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

const isGiven = (name: string): JsonSchema => ({
  required: [name],
  properties: { [name]: { not: { type: 'null' } } },
});

function memberSchema({ shape, doc, required }: MemberShape): JsonSchema {
  return {
    description: doc,
    ...shapeSchema(shape, required === true ? 'given' : 'nullable'),
  };
}

function objectSchema(
  { members, oneOf, needs = {} }: ObjectShape,
  tag?: readonly [name: string, value: string],
): JsonSchema {
  const entries = Object.entries(members);
  const required = [
    ...(tag === undefined ? [] : [tag[0]]),
    ...entries.flatMap(([name, member]) => (member.required === true ? [name] : [])),
  ];
  const conditions = Object.entries(needs).map(([name, others]) => ({
    if: isGiven(name),
    then: { allOf: others.map(isGiven) },
  }));
  return {
    type: 'object',
    properties: {
      ...(tag !== undefined && { [tag[0]]: { const: tag[1] } }),
      ...Object.fromEntries(entries.map(([name, member]) => [name, memberSchema(member)])),
    },
    ...(required.length > 0 && { required }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(isGiven) }),
    ...(conditions.length > 0 && { allOf: conditions }),
    additionalProperties: false,
  };
}

const BY_TYPE: {
  readonly [T in Shape['type']]: (shape: Extract<Shape, { readonly type: T }>) => JsonSchema;
} = {
  boolean: () => ({ type: 'boolean' }),
  text: ({ notEmpty }) => ({ type: 'string', ...(notEmpty === true && { minLength: 1 }) }),
  integer: ({ min, max }) => ({ type: 'integer', minimum: min, maximum: max }),
  choice: ({ values }) => ({ type: 'string', enum: values }),
  list({ of, single, notEmpty }) {
    const list = {
      type: 'array',
      items: shapeSchema(of),
      ...(notEmpty === true && { minItems: 1 }),
    };
    return single === true ? { anyOf: [shapeSchema(of), list] } : list;
  },
  tuple: ({ of }) => ({
    type: 'array',
    prefixItems: of.map((one) => shapeSchema(one)),
    items: false,
    minItems: of.length,
    maxItems: of.length,
  }),
  map: ({ of }) => ({ type: 'object', additionalProperties: shapeSchema(of) }),
  object: (shape) => objectSchema(shape),
  tagged: ({ tag, variants }) => ({
    type: 'object',
    properties: { [tag]: { type: 'string', enum: Object.keys(variants) } },
    required: [tag],
    oneOf: Object.entries(variants).map(([value, variant]) => objectSchema(variant, [tag, value])),
  }),
  forms: ({ forms }) => ({ anyOf: forms.map((form) => shapeSchema(form)) }),
  absent: () => ({ type: 'null' }),
  any: () => ({ type: 'object' }),
};

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf, oneOf } = schema;
  if (type === 'null') return schema;
  if (Array.isArray(anyOf))
    return { ...schema, anyOf: [...(anyOf as unknown[]), { type: 'null' }] };
  if (oneOf !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

/** The schema of a value; `nullable` also takes `null`, which means absent. */
export function shapeSchema(shape: Shape, presence: 'given' | 'nullable' = 'given'): JsonSchema {
  // each entry takes the shapes of its own type
  const schema = (BY_TYPE[shape.type] as (one: Shape) => JsonSchema)(shape);
  return presence === 'nullable' ? orNull(schema) : schema;
}
