import type { JsonValue } from '../../../../toolbox/json-value.js';
import type { LeftOutList } from '../left-out.js';
import { pluginPath } from '../relative-path.js';
import type { Form } from './forms.js';
import { ENTRY_FILE } from './read-forms.js';

/** What one manifest has of one kind; looking for it changes nothing. */
export interface Found<T> {
  /** By what identifies a part, such as its path. */
  readonly parts: ReadonlyMap<string, T>;
  /** Parts that cannot be read: what and why. */
  readonly problems: readonly (readonly [what: string, why: string])[];
}

/** A finding under construction. */
export class Finds<T> implements Found<T> {
  readonly parts = new Map<string, T>();
  readonly problems: [string, string][] = [];

  problem(what: string, why: string): void {
    this.problems.push([what, why]);
  }
}

interface Reading<T> {
  readonly form: Form;
  readonly found: Found<T>;
}

/**
 * The parts of the first manifest; where it has none, those of the only other one that has some. What another manifest has beside them is named
 * with `label`.
 */
export function chosen<T>(
  all: readonly Reading<T>[],
  leftOut: LeftOutList,
  label: (key: string) => string,
): ReadonlyMap<string, T> {
  const having = all.filter(({ found }) => found.parts.size > 0);
  const taken = takenOf(all, having);
  for (const one of all.filter((other, index) => index === 0 || other === taken))
    for (const [what, why] of one.found.problems) leftOut.add(what, why);
  const parts: ReadonlyMap<string, T> = taken?.found.parts ?? new Map<string, T>();
  const why = taken === undefined ? 'other manifests name others' : `${taken.form.id} comes first`;
  for (const { form, found } of having)
    for (const key of found.parts.keys())
      if (!parts.has(key)) leftOut.add(label(key), `only ${form.id} names it, and ${why}`);
  return parts;
}

function takenOf<T>(
  [first]: readonly Reading<T>[],
  having: readonly Reading<T>[],
): Reading<T> | undefined {
  const kinds = new Set(having.map(({ found }) => [...found.parts.keys()].sort().join('\n')));
  return first?.found.parts.size !== 0 || kinds.size === 1 ? having[0] : undefined;
}

/**
 * What a manifest says of its files of one kind. A list of nothing but names and descriptions, as some write it, says only what is in the usual
 * folder: as if it was missing.
 */
export function fileField({ fields }: Form, field: string): JsonValue | undefined {
  const value = fields.get(field);
  if (value?.type !== 'array') return value;
  const items = value.array() ?? [];
  const describes = items.length > 0 && items.every((item) => isDescription(item));
  return describes ? undefined : value;
}

const isDescription = (item: JsonValue): boolean =>
  item.type === 'object' && pathText(item) === undefined;

/** A path, alone or in an object that describes the file. */
function pathText(item: JsonValue): string | undefined {
  const fields = item.type === 'object' ? item.object() : undefined;
  const value = fields === undefined ? item : (fields.get('path') ?? fields.get('source'));
  return value?.type === 'string' ? value.string() : undefined;
}

/** The paths that a field of a manifest names: one, or a list. */
export function listedPaths(
  value: JsonValue | undefined,
  finds: Finds<unknown>,
): readonly string[] {
  if (value === undefined) return [];
  const items = value.type === 'array' ? (value.array() ?? []) : [value];
  return items.flatMap((item) => {
    const text = pathText(item);
    const path = text === undefined ? undefined : pluginPath(text);
    if (path === undefined) finds.problem(placeOf(item), 'it is no path inside the plugin');
    return path ?? [];
  });
}

/** Where a value stands, for people. */
export function placeOf(value: JsonValue): string {
  const { file = '', line } = value.location;
  const at = line === undefined || file === ENTRY_FILE ? file : `${file}:${line}`;
  return `"${value.field}" (${at})`;
}
