export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is an object in braces. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a value that may be anything; none where it has none. */
export function objectOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

/** The elements of a value that may be anything; none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
