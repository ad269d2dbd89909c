// JSON Schema (2020-12) of a DTO class, complete in itself: other classes stand in its `$defs`.
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, IS_INT } from 'class-validator';
import { validationMetadataArrayToSchemas } from 'class-validator-jsonschema';
import { converters, presenceOf } from './converters.mjs';

/**
 * @param {Function} type the class
 * @param {{ docs: import('./descriptions.mjs').Docs, closed: boolean }} options `closed`: unknown fields are errors, as for inputs
 */
export function schemaOf(type, options) {
  const names = new Map();
  const pending = [];
  const refTo = (other) => {
    if (!names.has(other)) {
      names.set(other, freeName(other.name, new Set(names.values())));
      pending.push(other);
    }
    return { $ref: `#/$defs/${names.get(other)}` };
  };
  const root = classSchema(type, { ...options, refTo });
  const $defs = {};
  for (let other = pending.shift(); other !== undefined; other = pending.shift()) {
    $defs[names.get(other)] = classSchema(other, { ...options, refTo });
  }
  return Object.keys($defs).length === 0 ? root : { ...root, $defs };
}

function freeName(name, taken) {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}${count}`;
  return free;
}

function typeOf(type) {
  return (meta) => defaultMetadataStorage.findTypeMetadata(type, meta.propertyName)?.typeFunction();
}

/** The validators of a class and of those it extends, as though all were its own. */
function validatorsOf(type) {
  const storage = getMetadataStorage();
  return storage.getTargetValidationMetadatas(type, '', true, false).map((meta) => {
    const [constraint] = meta.constraintCls === undefined ? [] : storage.getTargetValidatorConstraints(meta.constraintCls);
    return { ...meta, target: type, type: constraint?.name ?? meta.type };
  });
}

function classSchema(type, { docs, closed, refTo }) {
  const validators = validatorsOf(type);
  const raw =
    validationMetadataArrayToSchemas(validators, {
      additionalConverters: converters({ refTo, typeOf: typeOf(type) }),
      classTransformerMetadataStorage: defaultMetadataStorage,
    })[type.name] ?? {};
  const defaults = new type();
  const properties = {};
  const required = [];
  for (const name of namesInOrder(type, raw.properties ?? {}, docs)) {
    const own = validators.filter((meta) => meta.propertyName === name);
    const presence = own.map(presenceOf).find((found) => found !== undefined);
    const initial = plain(defaults[name]);
    properties[name] = fieldSchema({ raw: raw.properties[name], own, presence, initial, description: docs.field(type, name) });
    if (initial === undefined && (presence === undefined || presence === 'nullable')) required.push(name);
  }
  const description = docs.type(type);
  return {
    type: 'object',
    ...(description && { description }),
    properties,
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  };
}

/** In the order of the source, where it is known. A field of the source without a decorator would never arrive. */
function namesInOrder(type, properties, docs) {
  const declared = docs.fieldNames(type);
  const bare = declared.filter((name) => !Object.hasOwn(properties, name));
  if (bare.length > 0) throw new Error(`${type.name}.${bare[0]} has no decorator, so it would be refused as an unknown field`);
  return [...new Set([...declared, ...Object.keys(properties)])];
}

function plain(value) {
  return value === undefined || typeof value === 'function' ? undefined : JSON.parse(JSON.stringify(value));
}

function fieldSchema({ raw, own, presence, initial, description }) {
  const { propertyName, target } = own[0];
  const schema = { ...raw };
  if (own.some((meta) => meta.type === IS_INT)) integer(schema, own);
  allPatterns(schema, own);
  if (!['type', 'enum', '$ref', 'oneOf', 'anyOf'].some((key) => key in schema)) {
    throw new Error(`${target.name}.${propertyName} has no decorator that says its type`);
  }
  const nullable = presence === 'nullable' || presence === 'optionalNullable';
  const given = { ...(description && { description }), ...(initial !== undefined && initial !== null && { default: initial }) };
  return { ...(nullable ? orNull(schema) : schema), ...given };
}

// @Min and @Max say "number", and whoever comes last wins
function integer(schema, own) {
  const each = own.find((meta) => meta.type === IS_INT).each;
  if (each) schema.items = { ...schema.items, type: 'integer' };
  else schema.type = 'integer';
}

// several @Matches on one field: the library keeps one
function allPatterns(schema, own) {
  const patterns = own.filter((meta) => meta.type === 'matches').map((meta) => meta.constraints[0].source);
  if (patterns.length < 2) return;
  const place = own.some((meta) => meta.type === 'matches' && meta.each) ? (schema.items = { ...schema.items }) : schema;
  delete place.pattern;
  place.allOf = patterns.map((pattern) => ({ pattern }));
}

function orNull(schema) {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}
