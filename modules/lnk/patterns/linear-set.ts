import type { RE2Set } from 're2js';
import { clauseOf } from './check-pattern.js';
import { linearLibrary, linearPattern, type LinearPattern } from './engines/compiled-pattern.js';
import { PatternError } from './syntax/pattern-error.js';
import type { PatternNode } from './syntax/pattern-node.js';

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
    const parts = batched(patterns).map(({ offset, read }) => {
      // a search that begins at the start only ends as soon as nothing can match any more
      const anchored = read.every(({ parsed }) => startsAtTextStart(parsed.root));
      const anchor = anchored ? RE2Set.ANCHOR_START : RE2Set.UNANCHORED;
      const set = new RE2Set(anchor, 0, MEMORY);
      for (const { source } of read) set.add(source);
      set.compile();
      return { set, offset };
    });
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

interface Batch {
  /** Index of its first pattern. */
  readonly offset: number;
  readonly read: LinearPattern[];
}

function batched(patterns: readonly string[]): readonly Batch[] {
  const batches: Batch[] = [];
  let size = Infinity;
  for (const [offset, pattern] of patterns.entries()) {
    const one = readPattern(pattern);
    if (size + one.source.length > LARGEST_SET) {
      batches.push({ offset, read: [] });
      size = 0;
    }
    size += one.source.length;
    batches.at(-1)?.read.push(one);
  }
  return batches;
}

function startsAtTextStart(node: PatternNode): boolean {
  switch (node.kind) {
    case 'assertion':
      return node.is === 'textStart';
    case 'sequence':
      return node.parts[0] !== undefined && startsAtTextStart(node.parts[0]);
    case 'alternatives':
      return node.parts.every(startsAtTextStart);
    case 'capture':
      return startsAtTextStart(node.body);
    default:
      return false;
  }
}

function readPattern(pattern: string): LinearPattern {
  try {
    return linearPattern(pattern, true);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new Error(`the pattern ${JSON.stringify(pattern)}: ${clauseOf(pattern, error)}`, {
      cause: error,
    });
  }
}
