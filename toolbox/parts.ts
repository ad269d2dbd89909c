/** Entries of a list, `end` not among them. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

export interface PartLimits {
  /** What the entries of a part add up to; a larger one is a part of its own. */
  readonly size: number;
  readonly entries: number;
}

/** A long list in parts, so that none makes a page too long. */
export function partsOf(sizes: readonly number[], limits: PartLimits): readonly Part[] {
  const parts: Part[] = [];
  let [start, sum] = [0, 0];
  sizes.forEach((size, at) => {
    if (at > start && (sum + size > limits.size || at - start === limits.entries)) {
      parts.push({ start, end: at });
      [start, sum] = [at, 0];
    }
    sum += size;
  });
  return [...parts, { start, end: sizes.length }];
}

/** Characters that HTML escapes, and those that a page shows as an escape because nobody would see them. */
const LONG_IN_HTML = /[&<>"'`\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
/** Bytes that such an escape adds: `&quot;` stands for one. */
const ESCAPE = 5;

/** About as many bytes as a text takes on a page. */
export const htmlSize = (text: string): number =>
  Buffer.byteLength(text) + ESCAPE * (text.match(LONG_IN_HTML)?.length ?? 0);

/** A whole number from 1 on in an address; `undefined` for anything else. */
export function numberIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
