/** A part of some bytes; `end` is behind its last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Bytes of a pattern by which it is looked up; none is shorter. */
const KEY = 4;

/** Spreads keys over a table of 65,536. */
const slotOf = (key: number): number => Math.imul(key, 0x9e3779b1) >>> 16;

/** Finds many patterns in one pass: an agent writes a hundred megabytes in a second. */
export class ByteFinder {
  /** Patterns by their first bytes, the longest first. */
  readonly #byKey = new Map<number, Buffer[]>();
  /** Says of most keys quickly that no pattern begins so. */
  readonly #slots = new Uint8Array(0x1_0000);
  /** The beginnings that are shorter than a key. */
  readonly #short = new Set<string>();
  #longest = 0;

  constructor(patterns: readonly Buffer[]) {
    for (const pattern of patterns.toSorted((one, other) => other.length - one.length)) {
      const key = pattern.readInt32BE(0);
      const same = this.#byKey.get(key) ?? [];
      this.#byKey.set(key, [...same, pattern]);
      this.#slots[slotOf(key)] = 1;
      for (let length = 1; length < KEY; length += 1)
        this.#short.add(pattern.toString('latin1', 0, length));
      this.#longest = Math.max(this.#longest, pattern.length);
    }
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Where patterns stand, in order; those that touch each other are one. */
  spans(bytes: Buffer): Span[] {
    const spans: Span[] = [];
    this.#candidates(bytes, 0, (start, patterns) => {
      const found = patterns.find((pattern) => isAt(bytes, start, pattern));
      if (found === undefined) return false;
      const end = start + found.length;
      const last = spans.at(-1);
      if (last === undefined || start > last.end) spans.push({ start, end });
      else spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
      return false;
    });
    return spans;
  }

  /** How many bytes at the end may be the beginning of a pattern. */
  beginning(bytes: Buffer): number {
    let found = 0;
    this.#candidates(bytes, Math.max(0, bytes.length - this.#longest + 1), (start, patterns) => {
      const rest = bytes.length - start;
      const begins = patterns.some(
        (pattern) => pattern.length > rest && isAt(bytes, start, pattern.subarray(0, rest)),
      );
      if (begins) found = rest;
      return begins;
    });
    for (let length = KEY - 1; length > found; length -= 1)
      if (this.#short.has(bytes.toString('latin1', Math.max(0, bytes.length - length))))
        return Math.min(length, bytes.length);
    return found;
  }

  /** Calls back for each position at which a pattern may begin, until that answers true. */
  #candidates(
    bytes: Buffer,
    from: number,
    visit: (start: number, patterns: readonly Buffer[]) => boolean,
  ): void {
    if (this.isEmpty) return;
    let key = 0;
    for (let at = from; at < bytes.length; at += 1) {
      key = (key << 8) | (bytes[at] as number);
      const start = at - KEY + 1;
      if (start < from || this.#slots[slotOf(key)] === 0) continue;
      const patterns = this.#byKey.get(key);
      if (patterns !== undefined && visit(start, patterns)) return;
    }
  }
}

const isAt = (bytes: Buffer, at: number, pattern: Uint8Array): boolean =>
  at + pattern.length <= bytes.length &&
  bytes.compare(pattern, 0, pattern.length, at, at + pattern.length) === 0;
