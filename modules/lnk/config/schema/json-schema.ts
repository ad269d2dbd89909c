import { FIELDS, SECTIONS } from '../fields/index.js';
import type { Field, Section } from '../fields/field.js';
import { withDefinitions } from './shared-definitions.js';
import { shapeSchema, type JsonSchema } from './shape-schema.js';

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const NOTES = {
  none: 'It has no effect here.',
  operator: 'It has no effect without an operator.',
  refused: '`lnk exec` refuses it: only an operator can do it.',
} as const;

const describe = ({ doc, effect }: Pick<Field, 'doc' | 'effect'>): string =>
  effect === undefined ? doc : `${doc} ${NOTES[effect]}`;

function fieldSchema(field: Field): JsonSchema {
  return {
    description: describe(field),
    ...(field.fallback !== undefined && { default: field.fallback }),
    ...(field.stage === 'deprecated' && { deprecated: true }),
    ...shapeSchema(field.shape, 'nullable'),
  };
}

/** The object of a section; of the root with an empty path. */
function membersSchema(path: string): JsonSchema {
  const inside = <T extends Field | Section>(all: readonly T[]): T[] =>
    all.filter((one) => parentOf(one.path) === path);
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...inside(FIELDS).map((field) => [nameOf(field.path), fieldSchema(field)] as const),
      ...inside(SECTIONS).map((section) => [nameOf(section.path), sectionSchema(section)] as const),
    ]),
    additionalProperties: false,
  };
}

function sectionSchema(section: Section): JsonSchema {
  const members = membersSchema(section.path);
  const description = describe(section);
  const { shorthands = [] } = section;
  if (shorthands.length === 0) return { description, ...members, type: ['object', 'null'] };
  const booleans = shorthands.map(({ form }) => form).filter((form) => typeof form === 'boolean');
  return {
    description,
    anyOf: [
      members,
      ...(booleans.length === 2
        ? [{ type: 'boolean' }]
        : booleans.map((form) => ({ const: form }))),
      ...shorthands.flatMap(({ form }) => (typeof form === 'boolean' ? [] : [shapeSchema(form)])),
      { type: 'null' },
    ],
  };
}

/** The JSON Schema of a configuration, draft 2020-12, for editors: it has every field, and refuses what has another structure. */
export function jsonSchema(): object {
  return withDefinitions({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of a session of lnk',
    description: 'Every field may be left out or be null; an empty configuration is valid.',
    ...membersSchema(''),
  });
}
