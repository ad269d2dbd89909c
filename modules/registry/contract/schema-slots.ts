import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';

/** The slots of a skill's `schemas`. */
export const schemaSlots = ['inputs', 'output'] as const;
export type SchemaSlot = (typeof schemaSlots)[number];

/** What a slot holds. */
export type SlotValue =
  | { readonly kind: 'inline'; readonly schema: Fields }
  | {
      readonly kind: 'local';
      /** Begins with `./` or `../`; relative to the skill's folder. */
      readonly reference: string;
    }
  | {
      readonly kind: 'remote';
      /** By https and without credentials. Where it leads is for whoever fetches it to check. */
      readonly url: URL;
    };

/** Reads a slot as it stands in the front matter; a text is what is wrong with it. */
export function readSlot(slot: SchemaSlot, value: unknown): SlotValue | string {
  if (!isRecord(value)) return `The slot "${slot}" must be a JSON Schema or an object with "$ref".`;
  if (!Object.hasOwn(value, '$ref')) return { kind: 'inline', schema: value };
  if (Object.keys(value).length > 1)
    return `The slot "${slot}" holds "$ref" and other keys; "$ref" must stand alone.`;
  return readReference(slot, value['$ref']);
}

function readReference(slot: SchemaSlot, reference: unknown): SlotValue | string {
  if (typeof reference !== 'string' || reference === '')
    return `"$ref" in the slot "${slot}" must be a non-empty string.`;
  if (reference.startsWith('./') || reference.startsWith('../'))
    return { kind: 'local', reference };
  if (!reference.startsWith('https://'))
    return `"$ref" in the slot "${slot}" must start with "./", "../" or "https://"; "${reference.slice(0, 120)}" does not.`;
  const url = parsedUrl(reference);
  if (url === undefined) return `"$ref" in the slot "${slot}" is not a valid address.`;
  return url.username === '' && url.password === ''
    ? { kind: 'remote', url }
    : `"$ref" in the slot "${slot}" must not hold credentials.`;
}

/**
 * The file that a local reference names, relative to the skill's folder; `undefined` when it leaves that folder. It may go out and come back:
 * `../greet/in.json` in the folder `skills/greet` is `in.json`.
 */
export function localSchemaPath(folder: string, reference: string): string | undefined {
  if (/[\\\0]/.test(reference)) return undefined;
  const home = folder.split('/').filter((part) => part !== '' && part !== '.');
  const path = [...home];
  for (const part of reference.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
  }
  const inside = path.length > home.length && home.every((part, index) => path[index] === part);
  return inside ? path.slice(home.length).join('/') : undefined;
}
