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

/** Signs that a page shows by up to nine others: those that mean something in HTML, and those that nobody would see. */
const LONG_IN_HTML = /[&<>"'`\\\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const MOST_MORE = 5;

/** Bytes that a text takes on a page, at most. */
export const htmlSize = (text: string): number =>
  Buffer.byteLength(text) + MOST_MORE * (text.match(LONG_IN_HTML)?.length ?? 0);

/** A whole number from 1 on in an address; `undefined` for anything else. */
export function numberIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
