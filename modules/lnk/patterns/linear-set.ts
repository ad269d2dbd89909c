import type { RE2Set } from 're2js';
import { clauseOf } from './check-pattern.js';
import { linearLibrary, linearPattern } from './engines/compiled-pattern.js';
import { PatternError } from './syntax/pattern-error.js';

/** Characters of patterns in one set: larger sets exceed what the library compiles. */
const LARGEST_SET = 50_000;
/** Bytes for the states that one set remembers. */
const MEMORY = 16 * 1024 * 1024;

interface Part {
  readonly set: RE2Set;
  /** Of its first pattern. */
  readonly offset: number;
}

/** Patterns that are searched for together, in linear time, anywhere in a text. Case does not matter. */
export class LinearSet {
  private constructor(private readonly parts: readonly Part[]) {}

  /** Throws an error that names the pattern when one is wrong: `linearPatternProblem` finds that before. */
  static async of(patterns: readonly string[]): Promise<LinearSet> {
    if (patterns.length === 0) return new LinearSet([]);
    const { RE2Set } = await linearLibrary();
    const parts: Part[] = [];
    let size = Infinity;
    for (const [offset, pattern] of patterns.entries()) {
      const source = sourceOf(pattern);
      if (size + source.length > LARGEST_SET) {
        parts.push({ set: new RE2Set(RE2Set.UNANCHORED, 0, MEMORY), offset });
        size = 0;
      }
      size += source.length;
      parts.at(-1)?.set.add(source);
    }
    for (const { set } of parts) set.compile();
    return new LinearSet(parts);
  }

  /** Indices of the patterns that are in the text, in ascending order. */
  matches(text: string): readonly number[] {
    const [first, second] = this.parts;
    if (first === undefined) return [];
    if (second === undefined) return first.set.match(text);
    return this.parts.flatMap(({ set, offset }) => set.match(text).map((index) => index + offset));
  }
}

function sourceOf(pattern: string): string {
  try {
    return linearPattern(pattern, true).source;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Error(`the pattern ${JSON.stringify(pattern)}: ${clauseOf(pattern, error)}`, {
      cause: error,
    });
  }
}
