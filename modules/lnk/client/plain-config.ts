import type { Configuration } from '../config/resolve/configuration.js';

/** A value in plain JSON: a `Map` of a user's keys becomes an object. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, one]) => [key, plainValue(one)]));
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one)]));
}

interface Section {
  [name: string]: unknown;
}

/** Every field that has a value, nested as in a file. */
export function plainConfig({ fields }: Configuration): object {
  const root: Section = {};
  for (const { field, value } of fields) {
    if (value === undefined) continue;
    const names = field.path.split('.');
    const last = names.pop() as string;
    let section = root;
    for (const name of names) section = (section[name] ??= {}) as Section;
    section[last] = plainValue(value);
  }
  return root;
}
