// What class-validator-jsonschema 5.2 loses or gets wrong, converter by converter. Keys are names of class-validator's validators.
import { IS_ENUM, IS_IN, IS_URL, ValidationTypes } from 'class-validator';

/** Names that `svc-registry/dto` gives its own validators, and the mark on its conditions. */
const IS_INSTANT = 'isInstant';
const MAP_OF = 'mapOf';
const ONE_OF = 'oneOf';
const PRESENCE = 'svc:presence';

const INSTANT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$';

function where({ target, propertyName }) {
  return `${target.name}.${propertyName}`;
}

function oneType(values) {
  const types = new Set(values.map((value) => typeof value));
  return types.size === 1 ? { type: [...types][0] } : {};
}

/** `optional`, `nullable`, `optionalNullable`, or undefined for a validator that is no condition. */
export function presenceOf(meta) {
  if (meta.type !== ValidationTypes.CONDITIONAL_VALIDATION) return undefined;
  const presence = meta.context?.[PRESENCE];
  if (presence !== undefined) return presence;
  throw new Error(
    `${where(meta)} has @IsOptional or @ValidateIf, which a JSON Schema cannot express: use @Optional, @Nullable or @OptionalNullable`,
  );
}

/** `refTo(type)` answers the reference to another class; `typeOf(meta)` the class that @Type names. */
export function converters({ refTo, typeOf }) {
  return {
    [ValidationTypes.CONDITIONAL_VALIDATION]: (meta) => {
      presenceOf(meta);
      return {};
    },
    // a validator of a module's own says nothing in JSON Schema; another decorator on the field gives the type
    [ValidationTypes.CUSTOM_VALIDATION]: () => ({}),
    [ValidationTypes.NESTED_VALIDATION]: (meta) => {
      const type = typeOf(meta);
      return type === undefined ? {} : refTo(type);
    },
    [IS_ENUM]: (meta) => {
      const values = Object.values(meta.constraints[0]);
      if (values.some((value) => typeof value === 'number')) throw new Error(`${where(meta)} has a numeric enum: use texts, or @IsIn`);
      return { type: 'string', enum: values };
    },
    [IS_IN]: (meta) => ({ ...oneType(meta.constraints[0]), enum: [...meta.constraints[0]] }),
    [IS_URL]: { type: 'string', format: 'uri' },
    matches: (meta) => {
      const [pattern] = meta.constraints;
      if (/[^u]/.test(pattern.flags))
        throw new Error(`${where(meta)}: @Matches with flags "${pattern.flags}", which a JSON Schema cannot express`);
      return { type: 'string', pattern: pattern.source };
    },
    [IS_INSTANT]: { type: 'string', format: 'date-time', pattern: INSTANT },
    [MAP_OF]: (meta) => ({ type: 'object', additionalProperties: mapValue(meta.constraints[0], refTo) }),
    [ONE_OF]: (meta) => ({ oneOf: Object.values(meta.constraints[0].types).map(refTo) }),
  };
}

function mapValue(type, refTo) {
  if (type === 'json') return {};
  return typeof type === 'string' ? { type } : refTo(type());
}
