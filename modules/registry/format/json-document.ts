import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Findings } from './findings.js';
import { JsonValue } from './json-value.js';
import { LineIndex } from './text.js';

/** Deeper than any real manifest, shallow enough for every recursive reader. */
const MAX_DEPTH = 64;

/** A JSON text and where to report what is wrong with it. */
export interface JsonSource {
  readonly text: string;
  /** The name shown in findings. */
  readonly file: string;
  readonly findings: Findings;
}

/**
 * Parses strict JSON (no comments, no trailing commas). Answers `undefined`, with the problem among the findings, when
 * the text is no JSON, nests too deep, or an object in it has a key twice.
 */
export function parseJson(source: JsonSource): JsonValue | undefined {
  const { text, file, findings } = source;
  const lines = new LineIndex(text);
  const tree = readTree(text);
  if ('problem' in tree) {
    findings.error(tree.problem, { file, ...lines.at(tree.offset) });
    return undefined;
  }
  return new JsonValue({ file, findings, lines }, tree, '');
}

function readTree(text: string): Node | { problem: string; offset: number } {
  if (isTooDeep(text)) return { problem: `The file nests deeper than ${MAX_DEPTH} levels.`, offset: 0 };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first !== undefined)
    return { problem: `The file is not valid JSON: ${words(printParseErrorCode(first.error))}.`, offset: first.offset };
  if (root === undefined) return { problem: 'The file is empty; it must hold a JSON object.', offset: 0 };
  const twice = duplicateKey(root);
  return twice === undefined
    ? root
    : { problem: `The key ${JSON.stringify(twice.value)} occurs twice in one object.`, offset: twice.offset };
}

/** The value at the top of a text, which has to be an object. */
export function parseJsonObject(source: JsonSource): ReadonlyMap<string, JsonValue> | undefined {
  return parseJson(source)?.object();
}

/** Looked at before parsing: the parser itself would run out of stack. Counts every bracket, so that a wrong text is too deep rather than trusted. */
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

function duplicateKey(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = node.type === 'object' ? (child.children ?? []) : [];
    if (key !== undefined && seen.has(key.value)) return key;
    seen.add(key?.value);
    const below = duplicateKey(child);
    if (below !== undefined) return below;
  }
  return undefined;
}
