import { invalidInput } from 'svc-registry/kernel';

/** How large a JSON document may be. */
export interface JsonLimits {
  readonly bytes: number;
  /** How many objects, lists, list entries and key–value pairs there may be in total. */
  readonly values: number;
}

const DEPTH_LIMIT = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A table by byte: how much a character outside of strings adds. */
function adding(signs: Readonly<Record<string, number>>): Int8Array {
  const table = new Int8Array(256);
  for (const [sign, amount] of Object.entries(signs)) table[sign.charCodeAt(0)] = amount;
  return table;
}

const VALUES = adding({ '[': 1, '{': 1, ',': 1 });
const KEYS = adding({ ':': 1 });
const DEPTH = adding({ '[': 1, '{': 1, ']': -1, '}': -1 });

function tooMany(values: number): Error {
  return invalidInput({
    what: `The request body holds more than ${values} values.`,
    hint: 'Every key and every entry of a list counts. Send less at once.',
  });
}

/** The position after the string that begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/**
 * Refuses JSON text in UTF-8 that would parse into too many or too deeply nested values. The check scans the bytes once; parsing them would
 * take many times the memory and time. Answers the number of keys. Invalid JSON is left to the parser to report.
 */
export function requireSmall(
  bytes: Uint8Array,
  { values: mostValues }: Pick<JsonLimits, 'values'>,
): number {
  let [values, keys, depth] = [1, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0;
    if (sign === QUOTE) at = endOfString(bytes, at) - 1;
    values += VALUES[sign] ?? 0;
    keys += KEYS[sign] ?? 0;
    depth += DEPTH[sign] ?? 0;
    if (depth > DEPTH_LIMIT)
      throw invalidInput({ what: `The request body is nested deeper than ${DEPTH_LIMIT} levels.` });
    if (values > mostValues) throw tooMany(mostValues);
  }
  return keys;
}
