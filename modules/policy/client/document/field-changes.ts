import type { PolicyFieldChange } from '../../contract/dto/commands.js';
import { freeInstall, freePublish } from '../../contract/evaluation/rules.js';

/** Values that restrict nothing: the server writes them where a document leaves the field out. */
const free: ReadonlyMap<string, string> = new Map(
  Object.entries({ installPolicy: freeInstall, publishPolicy: freePublish }).flatMap(
    ([policy, rules]) =>
      Object.entries(rules).map(([field, value]) => [
        `${policy}.rules.${field}`,
        JSON.stringify(value),
      ]),
  ),
);

/** Every value that is not an object and restricts something, by its path. Lists count as values. */
function leaves(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object' || Array.isArray(value)) {
    const text = JSON.stringify(value);
    return free.get(path) === text ? [] : [[path, text]];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** The changed fields, in the order of the old document, followed by new fields. */
export function fieldChanges(before: unknown, after: unknown): PolicyFieldChange[] {
  const [old, next] = [new Map(leaves(before)), new Map(leaves(after))];
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((field) => old.get(field) !== next.get(field))
    .map((field) => ({ field, before: old.get(field) ?? null, after: next.get(field) ?? null }));
}
