import { visit } from 'jsonc-parser';
import { invalidInput, type ErrorIssue } from 'svc-registry/kernel';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Refuses `__proto__` as a key. Answers the number of keys that the objects have. */
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
      if (keys?.has(field) === true)
        found ??= { field, line: line + 1, column: column + 1, message: 'is there twice' };
      keys?.add(field);
    },
  });
  return found;
}

/** The text that was parsed, and how many keys it has. */
export interface KeyedText {
  readonly text: () => string;
  readonly keys: number;
}

/**
 * Refuses duplicate keys, of which the last would silently win, and `__proto__` as a key. `parsed` is the parsed text; its size and depth
 * are bounded.
 */
export function checkKeys(parsed: object, { text, keys }: KeyedText): void {
  const doubled = walk(parsed) === keys ? undefined : doubledKey(text());
  if (doubled !== undefined)
    throw invalidInput(
      { what: `The request body has the key "${doubled.field ?? ''}" twice.` },
      { issues: [doubled] },
    );
}
