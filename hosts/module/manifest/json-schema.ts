import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IS_INT } from 'class-validator';
import { validationMetadataArrayToSchemas } from 'class-validator-jsonschema';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import type { Class } from 'svc-registry/kernel';
import type { JsonSchema } from '../../../kernel/index.js';
import { converters, presenceOf, type Presence } from './converters.js';

/** The doc comments and field order of classes. */
export interface Docs {
  type(type: Class<object>): string | undefined;
  field(type: Class<object>, name: string): string | undefined;
  /** In the order of the source; empty where that is unknown. */
  fieldNames(type: Class<object>): readonly string[];
}

export interface SchemaOptions {
  readonly docs: Docs;
  /** Whether unknown fields are errors, as for inputs. */
  readonly closed: boolean;
}

type RefTo = (other: Class<object>) => JsonSchema;
type Draft = Record<string, unknown>;

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}${count}`;
  return free;
}

/** The self-contained JSON Schema (2020-12) of a DTO class: other classes are in its `$defs`. */
export function schemaOf(type: Class<object>, options: SchemaOptions): JsonSchema {
  const names = new Map<Class<object>, string>();
  const pending: [string, Class<object>][] = [];
  const refTo: RefTo = (other) => {
    const name = names.get(other) ?? freeName(other.name, new Set(names.values()));
    if (!names.has(other)) pending.push([name, other]);
    names.set(other, name);
    return { $ref: `#/$defs/${name}` };
  };
  const root = classSchema(type, options, refTo);
  const $defs: Draft = {};
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const [name, other] = next;
    $defs[name] = classSchema(other, options, refTo);
  }
  return Object.keys($defs).length === 0 ? root : { ...root, $defs };
}

/** The class that `@Type` names for a field. */
function typeOf(type: Class<object>): (field: string) => Class<object> | undefined {
  return (field) => {
    const made = (
      plainToInstance(type, { [field]: {} }) as Readonly<Record<string, object | undefined>>
    )[field];
    return made === undefined || made.constructor === Object
      ? undefined
      : (made.constructor as Class<object>);
  };
}

/** The validators of a class and of its base classes, as if all were its own. */
function validatorsOf(type: Class<object>): ValidationMetadata[] {
  const storage = getMetadataStorage();
  return storage.getTargetValidationMetadatas(type, '', true, false).map((meta) => {
    // only custom validators have a constraint class
    const [constraint] =
      'constraintCls' in meta ? storage.getTargetValidatorConstraints(meta.constraintCls) : [];
    return Object.assign({}, meta, { target: type, type: constraint?.name ?? meta.type });
  });
}

function classSchema(
  type: Class<object>,
  { docs, closed }: SchemaOptions,
  refTo: RefTo,
): JsonSchema {
  const validators = validatorsOf(type);
  const additionalConverters = converters({ refTo, typeOf: typeOf(type) });
  const raw =
    validationMetadataArrayToSchemas(validators, { additionalConverters })[type.name]?.properties ??
    {};
  const defaults = new type() as Readonly<Record<string, unknown>>;
  const properties: Draft = {};
  const required: string[] = [];
  for (const name of namesInOrder(type, raw, docs)) {
    const own = validators.filter((meta) => meta.propertyName === name);
    const presence = own.map(presenceOf).find((found) => found !== undefined);
    const initial = plain(defaults[name]);
    const description = docs.field(type, name);
    properties[name] = fieldSchema({
      raw: raw[name] as JsonSchema,
      own,
      presence,
      initial,
      description,
    });
    if (initial === undefined && (presence === undefined || presence === 'nullable'))
      required.push(name);
  }
  const description = docs.type(type);
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  };
}

/** Field names in the order of the source, where it is known. Throws for a field without a decorator: validation would refuse it as unknown. */
function namesInOrder(type: Class<object>, properties: object, docs: Docs): readonly string[] {
  const declared = docs.fieldNames(type);
  const bare = declared.find((name) => !Object.hasOwn(properties, name));
  if (bare !== undefined)
    throw new Error(
      `${type.name}.${bare} has no decorator, so it would be refused as an unknown field`,
    );
  return [...new Set([...declared, ...Object.keys(properties)])];
}

function plain(value: unknown): unknown {
  return value === undefined || typeof value === 'function'
    ? undefined
    : JSON.parse(JSON.stringify(value));
}

interface Field {
  readonly raw: JsonSchema;
  readonly own: readonly ValidationMetadata[];
  readonly presence: Presence | undefined;
  readonly initial: unknown;
  readonly description: string | undefined;
}

function fieldSchema({ raw, own, presence, initial, description }: Field): JsonSchema {
  const schema: Draft = { ...raw };
  if (own.some((meta) => meta.type === IS_INT)) integer(schema, own);
  allPatterns(schema, own);
  // the nested object is already one of the alternatives
  if ('anyOf' in schema) delete schema['$ref'];
  if (!['type', 'enum', '$ref', 'oneOf', 'anyOf'].some((key) => key in schema)) {
    const [{ target, propertyName } = { target: '', propertyName: '' }] = own;
    throw new Error(
      `${(target as Class<object>).name}.${propertyName} has no decorator that says its type`,
    );
  }
  const nullable = presence === 'nullable' || presence === 'optionalNullable';
  return {
    ...(nullable ? orNull(schema) : schema),
    ...(description !== undefined && { description }),
    ...(initial !== undefined && initial !== null && { default: initial }),
  };
}

/** `@Min` and `@Max` set the type to "number", and the library keeps the type of the last decorator. */
function integer(schema: Draft, own: readonly ValidationMetadata[]): void {
  const each = own.some((meta) => meta.type === IS_INT && meta.each);
  if (each) schema['items'] = { ...(schema['items'] as object), type: 'integer' };
  else schema['type'] = 'integer';
}

/** Collects all `@Matches` of a field, of which the library keeps only one. */
function allPatterns(schema: Draft, own: readonly ValidationMetadata[]): void {
  const matches = own.filter((meta) => meta.type === 'matches');
  if (matches.length < 2) return;
  const each = matches.some((meta) => meta.each);
  const patterns = matches.map((meta) => ({ pattern: (meta.constraints[0] as RegExp).source }));
  const target = each ? { ...(schema['items'] as object) } : schema;
  Reflect.deleteProperty(target, 'pattern');
  Object.assign(target, { allOf: patterns });
  if (each) schema['items'] = target;
}

function orNull(schema: Draft): JsonSchema {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const words = schema['enum'] as readonly unknown[] | undefined;
  return { ...schema, type: [schema['type'], 'null'], ...(words && { enum: [...words, null] }) };
}
