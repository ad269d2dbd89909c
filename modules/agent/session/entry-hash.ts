import { createHash } from 'node:crypto';
import { isRecord } from '../../../toolbox/type-guards.js';

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, ordered(member)]));
}

/** Hash of an entry, the same for every order of its members. */
export function entryHash(entry: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ordered(entry)]))
    .digest('hex');
}
