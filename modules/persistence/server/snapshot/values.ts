import { by } from '../../../../toolbox/by.js';
import type { Engine } from '../../contract/db.js';

/** Kinds of values that every engine has. Ids and instants are text. */
export type ValueKind = 'text' | 'integer' | 'boolean' | 'json';

const kindOfType: ReadonlyMap<string, ValueKind> = new Map([
  ['text', 'text'],
  ['varchar', 'text'],
  ['character varying', 'text'],
  ['uuid', 'text'],
  ['timestamp with time zone', 'text'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['boolean', 'boolean'],
  ['json', 'json'],
  ['jsonb', 'json'],
]);

/** The kind of a declared type; `undefined` for a type that modules cannot use. */
export const valueKindOf = (type: string): ValueKind | undefined => kindOfType.get(type);

/** Converts text from the database to the value that a backup contains. */
const readers: Readonly<Record<ValueKind, (text: string) => unknown>> = {
  text: (text) => text,
  integer: (text) => {
    if (!/^-?\d+$/.test(text)) throw new TypeError('it is not a whole number');
    // a larger JSON number would lose precision
    return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  },
  boolean: (text) => {
    if (!/^(0|1|true|false)$/.test(text)) throw new TypeError('it is not true or false');
    return text === '1' || text === 'true';
  },
  // engines store the members of an object in different orders
  json: (text) => {
    const value: unknown = JSON.parse(text);
    if (value === null)
      throw new TypeError('it is the JSON value null, which cannot be distinguished from NULL');
    return sorted(value);
  },
};

export const readValue = (kind: ValueKind, text: string | null): unknown =>
  text === null ? null : readers[kind](text);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(by(([key]) => key));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

const wanted: Readonly<Record<ValueKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) =>
    Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
  boolean: (value) => typeof value === 'boolean',
  json: () => true,
};

/** Converts a value of a backup to a statement parameter. Throws for a value that the column cannot have. */
export function writeValue(kind: ValueKind, value: unknown, engine: Engine): unknown {
  if (value === null) return null;
  if (!wanted[kind](value)) throw new TypeError(`a value is not of the kind ${kind}`);
  if (kind === 'json') return JSON.stringify(value);
  return kind === 'boolean' && engine === 'sqlite' ? Number(value) : value;
}
