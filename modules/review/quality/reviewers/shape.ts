/** The shapes of a reviewer's files, as JSON schemas. */

/** What a reviewer may consist of at most. */
export const most = {
  judges: 10,
  dimensions: 12,
  /** The ends of a scale. */
  scale: 100,
  /** Bytes of a file. */
  bytes: 64 * 1024,
  /** Levels of a file: more would fill the stack of whatever writes it as JSON. */
  depth: 100,
};

const text = { type: 'string', minLength: 1, maxLength: 4000 };
const name = { type: 'string', minLength: 1, maxLength: 200 };
const bound = { type: 'integer', minimum: 0, maximum: most.scale };
const weight = { type: 'number' };

export const STEM = /^[a-z][a-z0-9_-]{0,63}$/;

export const configShape = {
  type: 'object',
  required: ['validation_weight', 'judges'],
  properties: {
    validation_weight: weight,
    judges: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: STEM.source },
      additionalProperties: {
        type: 'object',
        required: ['weight'],
        properties: { weight },
      },
    },
  },
};

export const rubricShape = {
  type: 'object',
  required: ['evaluation_target', 'scale', 'dimensions'],
  properties: {
    evaluation_target: name,
    scale: {
      type: 'object',
      required: ['min', 'max'],
      properties: { min: bound, max: bound },
    },
    dimensions: {
      type: 'array',
      minItems: 1,
      maxItems: most.dimensions,
      items: {
        type: 'object',
        required: ['id', 'name', 'weight', 'question', 'scores'],
        properties: {
          id: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 64 },
          name,
          weight,
          question: text,
          rationale: text,
          scores: { type: 'object' },
        },
      },
    },
  },
};
