import { isRecord } from '../../toolbox/type-guards.js';

/** Says what is wrong with a value, by path; empty when nothing is. */
export type Check = (value: unknown, path: string) => string[];

function must(holds: (value: unknown) => boolean, what: string): Check {
  return (value, path) =>
    holds(value) ? [] : [`${path === '' ? 'the document' : path} must be ${what}`];
}

export const text = must((value) => typeof value === 'string', 'a text');
export const whole = must((value) => Number.isInteger(value), 'a whole number');
export const flag = must((value) => typeof value === 'boolean', 'true or false');
export const object = must(isRecord, 'an object');
export const anything: Check = () => [];

export function oneOf(...values: readonly unknown[]): Check {
  return must(
    (value) => values.includes(value),
    `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  );
}

export function optional(check: Check): Check {
  return (value, path) => (value === undefined ? [] : check(value, path));
}

export function either(first: Check, second: Check): Check {
  return (value, path) => (first(value, path).length === 0 ? [] : second(value, path));
}

export function listOf(check: Check): Check {
  const list = must(Array.isArray, 'a list');
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry: unknown, index) => check(entry, `${path}[${index}]`))
      : list(value, path);
}

export function mapOf(check: Check): Check {
  return (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([key, entry]) => check(entry, `${path}.${key}`))
      : object(value, path);
}

/** An object with these fields; others are let be, so that newer manifests can be read. */
export function shape(fields: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isRecord(value)) return object(value, path);
    return Object.entries(fields).flatMap(([name, check]) =>
      check(value[name], path === '' ? name : `${path}.${name}`),
    );
  };
}
