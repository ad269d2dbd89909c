import { visit } from 'jsonc-parser';
import { invalidInput, type ErrorIssue } from 'svc-registry/kernel';

const DEPTH_LIMIT = 64;

/** A string in valid JSON, with the colon behind it if it is a key. */
const literal = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g;

function keysIn(text: string): number {
  let keys = 0;
  for (const [, colon] of text.matchAll(literal)) if (colon === ':') keys += 1;
  return keys;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Bounds what the rest of the program walks over. Answers the number of keys in it. */
function walk(root: unknown): number {
  let keys = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) throw invalidInput({ what: `The request body is nested deeper than ${DEPTH_LIMIT} levels.` });
    const objects = level.filter(isObject);
    if (objects.some((value) => Object.hasOwn(value, '__proto__'))) throw invalidInput({ what: 'The request body has a key "__proto__".' });
    for (const value of objects) if (!Array.isArray(value)) keys += Object.keys(value).length;
    level = objects.flatMap((value) => Object.values(value) as unknown[]);
  }
  return keys;
}

/** The first key that its object has already, and where it stands. */
function doubledKey(text: string): ErrorIssue | undefined {
  const objects: Set<string>[] = [];
  let found: ErrorIssue | undefined;
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    // eslint-disable-next-line no-restricted-syntax -- the parser's own signature
    onObjectProperty: (field, _offset, _length, line, column) => {
      const keys = objects.at(-1);
      if (keys?.has(field) === true) found ??= { field, line: line + 1, column: column + 1, message: 'is there twice' };
      keys?.add(field);
    },
  });
  return found;
}

/**
 * Refuses what nobody means well: keys that come twice, of which the last would win in silence, `__proto__` as a key, and values nested
 * without end. `parsed` is what the text says.
 */
export function requireSane(parsed: object, text: string): void {
  const doubled = walk(parsed) === keysIn(text) ? undefined : doubledKey(text);
  if (doubled !== undefined)
    throw invalidInput({ what: `The request body has the key "${doubled.field ?? ''}" twice.` }, { issues: [doubled] });
}
