import type { Configuration, Source } from '../../config/resolve/configuration.js';
import type { Path } from '../../config/problem.js';

/** A configuration of these values alone, each from a line of its own, for tests. */
export function configurationOf(values: Readonly<Record<string, unknown>>): Configuration {
  const sourceOf = (path: string, within: Path): Source =>
    path in values
      ? {
          kind: 'file',
          file: 'lnk.json',
          line: Object.keys(values).indexOf(path) + 1,
          column: 1,
          path: [...path.split('.'), ...within],
        }
      : { kind: 'default' };
  return {
    fields: [],
    value: (path) => values[path],
    source: (path, ...within) => sourceOf(path, within),
    isSet: (path) => path in values,
    isBroken: (path) => values[path] === BROKEN,
  };
}

/** The value of a field that is wrong in the file. */
export const BROKEN = Symbol('broken');
