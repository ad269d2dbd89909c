/** What a class of characters has: a range of code points, or a set with a name. */
export type ClassItem =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** A set of ASCII characters, by its POSIX name. */
  | { readonly kind: 'ascii'; readonly name: string; readonly negated: boolean }
  /** A general category or a script of Unicode. */
  | { readonly kind: 'unicode'; readonly name: string; readonly negated: boolean };

export interface ClassNode {
  readonly kind: 'class';
  readonly negated: boolean;
  readonly items: readonly ClassItem[];
  readonly fold: boolean;
}

export type Assertion =
  'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'wordBoundary' | 'noWordBoundary';

/** A part of a regular expression. `fold`: upper and lower case are the same. */
export type PatternNode =
  | ClassNode
  | { readonly kind: 'literal'; readonly codePoint: number; readonly fold: boolean }
  /** Any character; with `newline` also the end of a line. */
  | { readonly kind: 'any'; readonly newline: boolean }
  | { readonly kind: 'assertion'; readonly is: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'alternatives'; readonly parts: readonly PatternNode[] }
  /** `index` counts from 1. */
  | {
      readonly kind: 'capture';
      readonly index: number;
      readonly name: string | undefined;
      readonly body: PatternNode;
    }
  /** `max` is `Infinity` without an upper limit. */
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly negative: boolean;
      readonly body: PatternNode;
    }
  | { readonly kind: 'atomic'; readonly body: PatternNode }
  | { readonly kind: 'backreference'; readonly group: number; readonly fold: boolean };

/** The parts directly below a part. */
export function partsOf(node: PatternNode): readonly PatternNode[] {
  if ('parts' in node) return node.parts;
  return 'body' in node ? [node.body] : [];
}
