import { invalidInput } from 'svc-registry/kernel';

/** How large a JSON document may be. */
export interface JsonLimits {
  readonly bytes: number;
  /** Objects, lists and what stands in them: each entry of a list, each key with its value. */
  readonly values: number;
}

const DEPTH_LIMIT = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** By byte: what a sign outside of texts adds. */
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

/** The position behind the string that begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/**
 * Refuses a JSON text in UTF-8 that would become too many objects, or too deep ones, before it becomes any: a parser needs many times the
 * memory and the time of this one look at the bytes. Answers the number of keys in it. What is not JSON is left to the parser.
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
