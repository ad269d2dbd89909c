// Fixes for what class-validator-jsonschema 5.2 omits or gets wrong, converter by converter. Keys
// are names of class-validator's validators.
import { IS_ENUM, IS_IN, IS_URL, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import type { Class } from 'svc-registry/kernel';
import type { MapOptions, MapValue, OneOfSpec, TextOrSpec } from 'svc-registry/dto';
import type { JsonSchema } from '../../../kernel/index.js';

/** Names of the validators of `svc-registry/dto`, and the key that marks its conditions. */
const IS_INSTANT = 'isInstant';
const ANY_JSON = 'anyJson';
const MAP_OF = 'mapOf';
const ONE_OF = 'oneOf';
const TEXT_OR = 'textOr';
const PRESENCE = 'svc:presence';

const INSTANT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$';

export type Presence = 'optional' | 'nullable' | 'optionalNullable';
type Converter = JsonSchema | ((meta: ValidationMetadata) => JsonSchema);

const where = ({ target, propertyName }: ValidationMetadata): string =>
  `${(target as Class<object>).name}.${propertyName}`;

function oneType(values: readonly unknown[]): JsonSchema {
  const types = new Set(values.map((value) => typeof value));
  return types.size === 1 ? { type: [...types][0] } : {};
}

/** Whether the field may be left out or be null; `undefined` for a validator that is not a condition. */
export function presenceOf(meta: ValidationMetadata): Presence | undefined {
  if (meta.type !== ValidationTypes.CONDITIONAL_VALIDATION) return undefined;
  const presence = (meta.context as Readonly<Record<string, Presence>> | undefined)?.[PRESENCE];
  if (presence !== undefined) return presence;
  throw new Error(
    `${where(meta)} has @IsOptional or @ValidateIf, which a JSON Schema cannot express: use @Optional, @Nullable or @OptionalNullable`,
  );
}

function mapValue(type: MapValue, refTo: (type: Class<object>) => JsonSchema): JsonSchema {
  if (type === 'json') return {};
  return typeof type === 'string' ? { type } : refTo(type());
}

function mapSchema(
  { constraints }: ValidationMetadata,
  refTo: (type: Class<object>) => JsonSchema,
): JsonSchema {
  const [type, { each = false, maxSize, maxLength }] = constraints as [MapValue, MapOptions];
  const value = { ...mapValue(type, refTo), ...(maxLength !== undefined && { maxLength }) };
  const most = maxSize === undefined ? {} : { maxProperties: maxSize };
  return {
    type: 'object',
    additionalProperties: each ? { type: 'array', items: value } : value,
    ...most,
  };
}

function enumOf(meta: ValidationMetadata): JsonSchema {
  const values = Object.values(meta.constraints[0] as Readonly<Record<string, unknown>>);
  if (values.some((value) => typeof value === 'number'))
    throw new Error(`${where(meta)} has a numeric enum: use texts, or @IsIn`);
  return { type: 'string', enum: values };
}

function patternOf(meta: ValidationMetadata): JsonSchema {
  const { source, flags } = meta.constraints[0] as RegExp;
  if (/[^u]/.test(flags))
    throw new Error(
      `${where(meta)}: @Matches with flags "${flags}", which a JSON Schema cannot express`,
    );
  return { type: 'string', pattern: source };
}

export interface ClassReferences {
  /** A reference to the schema of another class. */
  readonly refTo: (type: Class<object>) => JsonSchema;
  /** The class that `@Type` names for a field. */
  readonly typeOf: (field: string) => Class<object> | undefined;
}

export function converters({
  refTo,
  typeOf,
}: ClassReferences): Readonly<Record<string, Converter>> {
  return {
    [ValidationTypes.CONDITIONAL_VALIDATION]: (meta) => {
      presenceOf(meta);
      return {};
    },
    // a module's own validator has no JSON Schema; the type comes from another decorator on the
    // field
    [ValidationTypes.CUSTOM_VALIDATION]: () => ({}),
    [ValidationTypes.NESTED_VALIDATION]: ({ propertyName }) => {
      const type = typeOf(propertyName);
      return type === undefined ? {} : refTo(type);
    },
    [IS_ENUM]: enumOf,
    [IS_IN]: ({ constraints }) => ({
      ...oneType(constraints[0] as unknown[]),
      enum: [...(constraints[0] as unknown[])],
    }),
    [IS_URL]: { type: 'string', format: 'uri' },
    matches: patternOf,
    [IS_INSTANT]: { type: 'string', format: 'date-time', pattern: INSTANT },
    [ANY_JSON]: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
    [MAP_OF]: (meta) => mapSchema(meta, refTo),
    [TEXT_OR]: ({ constraints }) => ({
      anyOf: [{ type: 'string' }, refTo((constraints[0] as TextOrSpec).type)],
    }),
    [ONE_OF]: ({ constraints }) => ({
      oneOf: Object.values((constraints[0] as OneOfSpec).types).map(refTo),
    }),
  };
}
