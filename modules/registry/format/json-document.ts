import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Findings } from './findings.js';
import { JsonValue } from './json-value.js';
import { limits } from './limits.js';
import { decodeText, LineIndex } from './text.js';

/** Deeper than any real manifest, but safe for recursive readers. */
const MAX_DEPTH = 64;

interface Problem {
  readonly message: string;
  readonly offset: number;
}

/**
 * The fields of the object in a file of strict JSON (no comments, no trailing commas). Returns `undefined`, with the problem among the findings,
 * if it is too large, no UTF-8, no JSON object, nests too deeply, or has duplicate keys.
 */
export function readJsonObject(
  { file, content }: { readonly file: string; readonly content: Uint8Array },
  findings: Findings,
): ReadonlyMap<string, JsonValue> | undefined {
  const { length } = content;
  const text = length > limits.manifestBytes ? undefined : decodeText(content);
  if (text === undefined) {
    const problem =
      length > limits.manifestBytes
        ? `The file has ${length} bytes; at most ${limits.manifestBytes} are allowed.`
        : 'The file is not UTF-8 text.';
    findings.error(problem, { file });
    return undefined;
  }
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
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined)
    return {
      message: `The file is not valid JSON: ${words(printParseErrorCode(first.error))}.`,
      offset: first.offset,
    };
  if (root === undefined)
    return { message: 'The file is empty; it must hold a JSON object.', offset: 0 };
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
