import { plainToInstance, Transform } from 'class-transformer';
import {
  ValidateBy,
  validateSync,
  type ValidationArguments,
  type ValidationError,
} from 'class-validator';
import { isRecord } from '../../toolbox/type-guards.js';

export const MAP_OF = 'mapOf';

/** The type of a map's values: a primitive, any JSON value, or a class given by a thunk. */
export type MapValue = 'string' | 'number' | 'boolean' | 'json' | (() => new () => object);

export interface MapOptions {
  /** The values are lists of that type. */
  readonly each?: boolean;
  /** The most entries. A larger map is refused for its size, and its values are not validated. */
  readonly maxSize?: number;
  /** The most characters of a value that is a text. */
  readonly maxLength?: number;
}

/** The most problems that are reported for one map. */
const MOST_PROBLEMS = 10;

function withClass(entry: unknown, type: () => new () => object): unknown {
  if (Array.isArray(entry)) return entry.map((one: unknown) => withClass(one, type));
  return isRecord(entry) ? plainToInstance(type(), entry) : entry;
}

function withClasses(
  value: unknown,
  type: () => new () => object,
  { maxSize = Infinity }: MapOptions,
): unknown {
  if (!isRecord(value) || Object.keys(value).length > maxSize) return value;
  const entries = Object.entries(value).map(
    ([key, entry]) => [key, withClass(entry, type)] as const,
  );
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries));
}

function firstProblem(errors: readonly ValidationError[], path = ''): string {
  const [error] = errors;
  if (error === undefined) return '';
  const here = path === '' ? error.property : `${path}.${error.property}`;
  const [message] = Object.values(error.constraints ?? {});
  return message === undefined ? firstProblem(error.children ?? [], here) : `${here}: ${message}`;
}

function problemOfPrimitive(
  value: unknown,
  type: string,
  { maxLength = Infinity }: MapOptions,
): string {
  if (typeof value !== type) return `must be a ${type}`;
  return typeof value === 'string' && value.length > maxLength
    ? `must have no more than ${maxLength} characters`
    : '';
}

function problemOf(value: unknown, type: MapValue, bounds: MapOptions): string {
  if (type === 'json') return '';
  if (typeof type === 'string') return problemOfPrimitive(value, type, bounds);
  if (!isRecord(value)) return 'must be an object';
  const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };
  return firstProblem(validateSync(value, options));
}

function problemOfList(value: unknown, type: MapValue, bounds: MapOptions): string {
  if (!Array.isArray(value)) return 'must be a list';
  const at = value.findIndex((entry) => problemOf(entry, type, bounds) !== '');
  return at === -1 ? '' : `[${at}] ${problemOf(value[at], type, bounds)}`;
}

function* entryProblems(
  entries: readonly [string, unknown][],
  type: MapValue,
  options: MapOptions,
): Generator<string> {
  const problem = options.each === true ? problemOfList : problemOf;
  for (const [key, entry] of entries) {
    const found = problem(entry, type, options);
    if (found !== '') yield `"${key}" ${found}`;
  }
}

function* problemsOf(value: unknown, type: MapValue, options: MapOptions): Generator<string> {
  const { maxSize = Infinity } = options;
  const entries = isRecord(value) ? Object.entries(value) : [];
  if (!isRecord(value)) yield 'must be an object';
  if (entries.length > maxSize) yield `must have no more than ${maxSize} entries`;
  else yield* entryProblems(entries, type, options);
}

function firstProblems(value: unknown, type: MapValue, options: MapOptions): string {
  const found: string[] = [];
  for (const problem of problemsOf(value, type, options)) {
    if (found.length === MOST_PROBLEMS) return `${found.join('; ')}; and more`;
    found.push(problem);
  }
  return found.join('; ');
}

/** An object with any keys whose values are all of one type: `@MapOf('string')`, `@MapOf(() => Rule)`, `@MapOf(() => Rule, { each: true })`. */
export function MapOf(type: MapValue, options: MapOptions = {}): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => problemsOf(value, type, options).next().done === true,
    defaultMessage: (about?: ValidationArguments) =>
      `$property: ${firstProblems(about?.value, type, options)}`,
  };
  const validated = ValidateBy({ name: MAP_OF, constraints: [type, options], validator });
  if (typeof type === 'string') return validated;
  const transformed = Transform(({ value }: { value: unknown }) =>
    withClasses(value, type, options),
  );
  return (target, property) => {
    transformed(target, property);
    validated(target, property);
  };
}
