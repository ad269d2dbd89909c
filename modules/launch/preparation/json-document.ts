/** Levels of objects and lists. What is nested deeper could fill the stack of whatever handles it next. */
export const MOST_LEVELS = 100;

/** A value that was read, or why there is none: a clause. */
export type JsonDocument = { readonly value: unknown } | { readonly problem: string };

/** Strings with the colon that makes them keys, and brackets. Only for text that is JSON: there every string ends. */
const TOKEN = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs;

/** Reads JSON of others. Refuses what some programs read in another way: a key that occurs twice, `__proto__`, very deep nesting. */
export function readJson(text: string): JsonDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON, or it is cut off' };
  }
  const problem = structureProblem(text);
  return problem === undefined ? { value } : { problem };
}

function structureProblem(text: string): string | undefined {
  // the keys of each object that is open; of a list none
  const open: Set<string>[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const problem = keyProblem(token, open.at(-1));
      if (problem !== undefined) return problem;
    }
    if (open.length > MOST_LEVELS) return `it nests deeper than ${MOST_LEVELS} levels`;
  }
  return undefined;
}

function keyProblem(token: string, keys: Set<string> | undefined): string | undefined {
  const key = JSON.parse(token.slice(0, -1)) as string;
  if (key === '__proto__') return 'it has the key "__proto__"';
  if (keys?.has(key) === true) return `it has the key ${JSON.stringify(key)} twice`;
  keys?.add(key);
  return undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of a file without byte order mark; `undefined` when the bytes are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
