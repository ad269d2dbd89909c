import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { JsonLocations, type JsonText } from './json-locations.js';
import { JsonValue } from './json-value.js';

/** Deeper than any real manifest, but safe for recursive readers. */
const MAX_DEPTH = 64;

/** A string in a valid JSON text, with the colon after it if it is a key. */
const LITERAL = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g;

interface Problem {
  readonly message: string;
  readonly offset: number;
}

/**
 * Parses strict JSON (no comments, no trailing commas). Returns `undefined`, with the problem among the findings, if
 * the text is not JSON, nests too deeply, or has duplicate keys.
 */
export function parseJson(source: JsonText): JsonValue | undefined {
  const { text, findings } = source;
  const locations = new JsonLocations(source);
  const read = isTooDeep(text)
    ? { message: `The file nests deeper than ${MAX_DEPTH} levels.`, offset: 0 }
    : readValue(text);
  if ('value' in read) return new JsonValue(locations, read.value, []);
  findings.error(read.message, () => locations.ofOffset(read.offset));
  return undefined;
}

/** Uses JSON.parse, which is much faster and smaller than a parser with positions; only errors need these. */
function readValue(text: string): { readonly value: unknown } | Problem {
  const parsed = parsedByPlatform(text);
  if (parsed === undefined) return syntaxProblem(text);
  return keysOf(parsed.value) === keysIn(text) ? parsed : doubledKey(text);
}

function parsedByPlatform(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function syntaxProblem(text: string): Problem {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined)
    return {
      message: `The file is not valid JSON: ${words(printParseErrorCode(first.error))}.`,
      offset: first.offset,
    };
  const message =
    root === undefined
      ? 'The file is empty; it must hold a JSON object.'
      : 'The file is not valid JSON.';
  return { message, offset: 0 };
}

function doubledKey(text: string): Problem {
  const root = parseTree(text);
  const twice = root === undefined ? undefined : firstDoubledKey(root);
  return {
    message: `The key ${JSON.stringify(twice?.value)} occurs twice in one object.`,
    offset: twice?.offset ?? 0,
  };
}

/** The top-level value of a text, which has to be an object. */
export function parseJsonObject(source: JsonText): ReadonlyMap<string, JsonValue> | undefined {
  return parseJson(source)?.object();
}

/** Checked before parsing, because the parser would overflow its stack. Counts brackets of both kinds alike: malformed text is rejected. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest > MAX_DEPTH;
}

/** `CloseBraceExpected` → `close brace expected` */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** Number of keys of all objects in a value. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const member of Object.values(value)) count += keysOf(member);
  return count;
}

/** Number of keys in a valid JSON text. */
function keysIn(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(LITERAL)) if (colon === ':') count += 1;
  return count;
}

function firstDoubledKey(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = node.type === 'object' ? (child.children ?? []) : [];
    if (key !== undefined && seen.has(key.value)) return key;
    seen.add(key?.value);
    const below = firstDoubledKey(child);
    if (below !== undefined) return below;
  }
  return undefined;
}
