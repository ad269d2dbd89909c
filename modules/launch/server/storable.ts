/** The value with each of its texts, and of the keys of its objects, changed. */
export function withTexts<T>(value: T, change: (text: string) => string): T {
  const changed = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(changed);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [change(key), changed(item)]),
    );
  };
  return changed(value) as T;
}

/** The text as every database stores it: PostgreSQL takes no NUL, and in JSON no half of a surrogate pair. */
export const storable = (text: string): string =>
  Buffer.from(text.replaceAll('\0', '\u2400')).toString();
