import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { JsonValue, type JsonFindings } from './json-value.js';
import { LineIndex } from './text-position.js';

/** Deeper than any file that people write, but safe for recursive readers. */
const MAX_DEPTH = 64;

interface Problem {
  readonly message: string;
  readonly offset: number;
}

const EMPTY: Problem = { message: 'The file is empty; it must hold a JSON object.', offset: 0 };

/**
 * The fields of the object in a text of strict JSON (no comments, no trailing commas). Returns `undefined`, with the problem among the findings,
 * if it is no JSON object, nests too deeply, or has duplicate keys.
 */
export function jsonObject(
  { file, text }: { readonly file: string; readonly text: string },
  findings: JsonFindings,
): ReadonlyMap<string, JsonValue> | undefined {
  let lines: LineIndex | undefined;
  const locate = (offset: number) => ({ file, ...(lines ??= new LineIndex(text)).at(offset) });
  const root = parsed(text);
  if ('message' in root) {
    findings.error(root.message, () => locate(root.offset));
    return undefined;
  }
  return new JsonValue(root, { findings, locate }).object();
}

function parsed(text: string): Node | Problem {
  if (isTooDeep(text))
    return { message: `The file nests deeper than ${MAX_DEPTH} levels.`, offset: 0 };
  if (text.trim() === '') return EMPTY;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined)
    return {
      message: `The file is not valid JSON: ${words(printParseErrorCode(first.error))}.`,
      offset: first.offset,
    };
  if (root === undefined) return EMPTY;
  const twice = firstDoubledKey(root);
  return twice === undefined
    ? root
    : {
        message: `The key ${JSON.stringify(twice.value)} occurs twice in one object.`,
        offset: twice.offset,
      };
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
