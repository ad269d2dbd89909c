import type { Rule } from '../decision.js';
import type { Values } from '../../testing/configuration-of.js';

/** The configuration without what gives a rule; `undefined` when no file gives it. A list without its last entry is no list. */
export function without(values: Values, { source }: Rule): Values | undefined {
  if (source.kind !== 'file') return undefined;
  for (const [field, value] of Object.entries(values)) {
    const depth = field.split('.').length;
    if (source.path.slice(0, depth).join('.') !== field) continue;
    const left = removed(value, source.path.slice(depth));
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, own]) => {
        if (name !== field) return [[name, own]];
        return left === undefined ? [] : [[name, left]];
      }),
    );
  }
  return undefined;
}

function removed(value: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
  if (key === undefined) return undefined;
  if (value instanceof Map) return filledMap(value, key);
  if (Array.isArray(value)) {
    const list = value.filter((_, index) => index !== key);
    return list.length === 0 ? undefined : list;
  }
  const left = removed((value as Record<string, unknown>)[key], rest);
  return left === undefined ? undefined : { [key]: left };
}

function filledMap(map: ReadonlyMap<unknown, unknown>, key: unknown): unknown {
  const left = new Map([...map].filter(([name]) => name !== key));
  return left.size === 0 ? undefined : left;
}
