import type { Field } from '../config/fields/field.js';
import type { Configuration, ResolvedField, Source } from '../config/resolve/configuration.js';

interface Options {
  /** Fields whose value in the file is wrong. */
  readonly broken?: readonly string[];
  /** Facts about fields, such as their effect; a field that is not listed has none. */
  readonly fields?: readonly Field[];
}

const DEFAULT: Source = { kind: 'default' };

/** A configuration for tests, from the values of fields: `{ 'feature.fs.mode': 'local' }`. */
export function configurationOf(
  values: Readonly<Record<string, unknown>>,
  { broken = [], fields = [] }: Options = {},
): Configuration {
  const given = new Map(Object.entries(values));
  const known = new Map(fields.map((field) => [field.path, field]));
  const paths = new Set([...known.keys(), ...given.keys()]);
  const source = (path: string, ...within: readonly (string | number)[]): Source =>
    given.has(path)
      ? { kind: 'file', file: 'lnk.json', line: 1, column: 1, path: [path, ...within] }
      : DEFAULT;
  const value = (path: string): unknown =>
    given.has(path) ? given.get(path) : known.get(path)?.fallback;
  return {
    fields: [...paths].map((path): ResolvedField => ({
      field: known.get(path) ?? { path, shape: { type: 'absent' }, doc: 'A field.' },
      value: value(path),
      source: source(path),
      losers: [],
    })),
    value,
    source,
    isSet: (path) => given.has(path),
    isBroken: (path) => broken.includes(path),
  };
}
