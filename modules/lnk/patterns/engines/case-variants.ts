export interface CodePointRange {
  readonly from: number;
  /** The last character of the range. */
  readonly to: number;
}

const LAST_WITH_CASE = 0x1_e9_ff;

let table: ReadonlyMap<number, readonly number[]> | undefined;

/** Each character that has variants, with all of them. Takes some milliseconds, so it is made for the first pattern that needs it. */
function variants(): ReadonlyMap<number, readonly number[]> {
  if (table !== undefined) return table;
  const bySmallest = new Map<string, number[]>();
  for (let codePoint = 0; codePoint <= LAST_WITH_CASE; codePoint++) {
    const text = String.fromCodePoint(codePoint);
    const upper = text.toUpperCase();
    if (upper === text && text.toLowerCase() === text) continue;
    const key = simple(upper, text).toLowerCase();
    const group = bySmallest.get(key);
    if (group === undefined) bySmallest.set(key, [codePoint]);
    else group.push(codePoint);
  }
  table = new Map([...bySmallest.values()].flatMap((group) => group.map((one) => [one, group])));
  return table;
}

/** A variant that is several characters long is no variant. */
function simple(variant: string, text: string): string {
  return Array.from(variant).length === 1 ? variant : text;
}

/** The ranges, and every variant in upper and lower case of a character in them. */
export function withCaseVariants(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  const more: CodePointRange[] = [];
  for (const [codePoint, group] of variants()) {
    if (!ranges.some(({ from, to }) => from <= codePoint && codePoint <= to)) continue;
    more.push(...group.map((variant) => ({ from: variant, to: variant })));
  }
  return [...ranges, ...more];
}
