import { isRecord } from '../../../../toolbox/type-guards.js';

/** Deeper texts are left to the parser that handles a stack overflow. */
const MAX_DEPTH = 100;

/**
 * The object in a JSON text that every parser reads in the same way: no comments, no trailing commas, no duplicate
 * keys, and keys that keep the file's order. `undefined` for any other text, valid or not. Much faster than a parser that
 * records positions.
 */
export function readPlainJson(text: string): object | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  return keysOf(value, 0) === keysIn(text) ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Number of keys of all objects in a value; NaN for an odd key or too many levels. */
function keysOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return NaN;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += keysOf(item, depth + 1);
  else
    for (const [key, member] of Object.entries(value))
      count += isOdd(key) ? NaN : 1 + keysOf(member, depth + 1);
  return count;
}

/** Integer-like keys lose their order in objects, and some readers do not treat `__proto__` as an own key. */
function isOdd(key: string): boolean {
  return key === '__proto__' || /^\d+$/.test(key);
}

/** Number of keys in a valid JSON text. */
function keysIn(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    if (text[skipSpace(text, end + 1)] === ':') count += 1;
    start = text.indexOf('"', end + 1);
  }
  return count;
}

/** Offset of the quote that closes the string beginning there. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (' \t\r\n'.includes(text[next] ?? 'end')) next += 1;
  return next;
}
