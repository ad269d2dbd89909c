/** A text that every database stores as it is: PostgreSQL takes no NUL, and UTF-8 has no halves of surrogate pairs. */
export const storable = (text: string): string =>
  Buffer.from(text.replaceAll('\0', '\u2400')).toString();

/** The same value with every text of it changed, the keys of its objects among them. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const changed = (item: unknown): unknown => {
    if (typeof item === 'string') return change(item);
    if (Array.isArray(item)) return item.map(changed);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) => [change(key), changed(inner)]),
    );
  };
  return changed(value) as T;
}
