/** Compares items by a text of each, in the order of code units, which is the same on every machine, whatever its locale. */
export function by<T>(textOf: (item: T) => string): (one: T, other: T) => number {
  return (one, other) => {
    const a = textOf(one);
    const b = textOf(other);
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };
}
