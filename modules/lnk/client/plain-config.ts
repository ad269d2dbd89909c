import type { Configuration } from '../config/resolve/configuration.js';

/** A value in plain JSON: a `Map` of a user's keys becomes an object. */
export function jsonValue(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, one]) => [key, jsonValue(one)]));
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonValue(one)]));
}

interface Section {
  [name: string]: unknown;
}

/** Text as a template that renders to it: a file is rendered before it is parsed. */
const asTemplate = (text: string): string => text.replaceAll(/\{[{%#]/g, "{{ '$&' }}");

/** The same value with every text as a template. */
function templated(value: unknown): unknown {
  if (typeof value === 'string') return asTemplate(value);
  if (Array.isArray(value)) return value.map(templated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [asTemplate(key), templated(one)]),
  );
}

/** Every field that has a value, nested as in a file, and valid as one. */
export function plainConfig({ fields }: Configuration): object {
  const root: Section = {};
  for (const { field, value } of fields) {
    if (value === undefined) continue;
    const names = field.path.split('.');
    const last = names.pop() as string;
    let section = root;
    for (const name of names) section = (section[name] ??= {}) as Section;
    section[last] = templated(jsonValue(value));
  }
  return root;
}
