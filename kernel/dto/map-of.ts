import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync, type ValidationArguments, type ValidationError } from 'class-validator';

export const MAP_OF = 'mapOf';

/** What the values of a map are: a primitive, any JSON value, or a class given by a thunk. */
export type MapValue = 'string' | 'number' | 'boolean' | 'json' | (() => new () => object);

export interface MapOptions {
  /** The values are lists of such. */
  readonly each?: boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withClass(entry: unknown, type: () => new () => object): unknown {
  if (Array.isArray(entry)) return entry.map((one: unknown) => withClass(one, type));
  return isRecord(entry) ? plainToInstance(type(), entry) : entry;
}

function withClasses(value: unknown, type: () => new () => object): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, withClass(entry, type)] as const);
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries));
}

function firstProblem(errors: readonly ValidationError[], path = ''): string {
  const [error] = errors;
  if (error === undefined) return '';
  const here = path === '' ? error.property : `${path}.${error.property}`;
  const [message] = Object.values(error.constraints ?? {});
  return message === undefined ? firstProblem(error.children ?? [], here) : `${here}: ${message}`;
}

function problemOf(value: unknown, type: MapValue): string {
  if (type === 'json') return '';
  if (typeof type === 'string') return typeof value === type ? '' : `must be a ${type}`;
  if (!isRecord(value)) return 'must be an object';
  const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };
  return firstProblem(validateSync(value, options));
}

function problemOfList(value: unknown, type: MapValue): string {
  if (!Array.isArray(value)) return 'must be a list';
  const at = value.findIndex((entry) => problemOf(entry, type) !== '');
  return at === -1 ? '' : `[${at}] ${problemOf(value[at], type)}`;
}

function problems(value: unknown, type: MapValue, each: boolean): string[] {
  if (!isRecord(value)) return ['must be an object'];
  return Object.entries(value).flatMap(([key, entry]) => {
    const problem = each ? problemOfList(entry, type) : problemOf(entry, type);
    return problem === '' ? [] : [`"${key}" ${problem}`];
  });
}

/** An object with any keys whose values are all of one type: `@MapOf('string')`, `@MapOf(() => Rule)`, `@MapOf(() => Rule, { each: true })`. */
export function MapOf(type: MapValue, { each = false }: MapOptions = {}): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => problems(value, type, each).length === 0,
    defaultMessage: (about?: ValidationArguments) => `$property: ${problems(about?.value, type, each).join('; ')}`,
  };
  const validated = ValidateBy({ name: MAP_OF, constraints: [type, { each }], validator });
  if (typeof type === 'string') return validated;
  const transformed = Transform(({ value }: { value: unknown }) => withClasses(value, type));
  return (target, property) => {
    transformed(target, property);
    validated(target, property);
  };
}
