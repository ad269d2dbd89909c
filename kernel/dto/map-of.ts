import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync, type ValidationArguments, type ValidationError } from 'class-validator';

export const MAP_OF = 'mapOf';

/** What the values of a map are: a primitive, any JSON value, or a class given by a thunk. */
export type MapValue = 'string' | 'number' | 'boolean' | 'json' | (() => new () => object);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withClasses(value: unknown, type: () => new () => object): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, isRecord(entry) ? plainToInstance(type(), entry) : entry] as const);
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

function problems(value: unknown, type: MapValue): string[] {
  if (!isRecord(value)) return ['must be an object'];
  return Object.entries(value).flatMap(([key, entry]) => {
    const problem = problemOf(entry, type);
    return problem === '' ? [] : [`"${key}" ${problem}`];
  });
}

/** An object with any keys whose values are all of one type: `@MapOf('string')`, `@MapOf(() => Rule)`. */
export function MapOf(type: MapValue): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => problems(value, type).length === 0,
    defaultMessage: (about?: ValidationArguments) => `$property: ${problems(about?.value, type).join('; ')}`,
  };
  const validated = ValidateBy({ name: MAP_OF, constraints: [type], validator });
  if (typeof type === 'string') return validated;
  const transformed = Transform(({ value }: { value: unknown }) => withClasses(value, type));
  return (target, property) => {
    transformed(target, property);
    validated(target, property);
  };
}
