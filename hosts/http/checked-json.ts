import { visit } from 'jsonc-parser';
import { invalidInput, type ErrorIssue } from 'svc-registry/kernel';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Refuses `__proto__` as a key. Answers the number of keys in all objects. */
function walk(root: unknown): number {
  let keys = 0;
  let level: unknown[] = [root];
  while (level.length > 0) {
    const objects = level.filter(isObject);
    if (objects.some((value) => Object.hasOwn(value, '__proto__')))
      throw invalidInput({ what: 'The request body has a key "__proto__".' });
    for (const value of objects) if (!Array.isArray(value)) keys += Object.keys(value).length;
    level = objects.flatMap((value) => Object.values(value) as unknown[]);
  }
  return keys;
}

/** The first duplicate key of an object, and its position. */
function doubledKey(text: string): ErrorIssue | undefined {
  const objects: Set<string>[] = [];
  let found: ErrorIssue | undefined;
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    // eslint-disable-next-line no-restricted-syntax -- the parser's own signature
    onObjectProperty: (field, _offset, _length, line, column) => {
      const keys = objects.at(-1);
      if (keys?.has(field) === true)
        found ??= { field, line: line + 1, column: column + 1, message: 'is given twice' };
      keys?.add(field);
    },
  });
  return found;
}

interface KeyedText {
  readonly text: string;
  /** How many keys the text has. */
  readonly keys: number;
}

/**
 * Refuses `__proto__` as a key, and duplicate keys, of which the last would silently win. `parsed` is the parsed text, whose size and depth
 * are already limited.
 */
export function checkKeys(parsed: object, { text, keys }: KeyedText): void {
  const doubled = walk(parsed) === keys ? undefined : doubledKey(text);
  if (doubled !== undefined)
    throw invalidInput(
      { what: `The request body has the key "${doubled.field ?? ''}" twice.` },
      { issues: [doubled] },
    );
}
