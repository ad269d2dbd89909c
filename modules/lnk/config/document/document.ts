import type { Mistake, Path } from '../problem.js';
import type { DocumentNode, ObjectNode } from './node.js';

export type Format = 'json' | 'toml' | 'yaml';

/** What a text says, and every mistake in how it says it. */
export interface ReadDocument {
  /** An object. `undefined` when the text has none, or is too broken to tell. */
  readonly root: DocumentNode | undefined;
  /** In the order of the text. */
  readonly mistakes: readonly Mistake[];
  /** False when parts of the tree are missing: checking the rest would only report consequences of these mistakes. */
  readonly usable: boolean;
}

/** Broken texts can have a mistake for each character. */
export const MOST_MISTAKES = 100;

/** Levels of objects and lists. Real configurations have about ten. */
export const DEEPEST = 100;

export const tooDeep = (path: Path, at: number): Mistake => ({
  path: path.slice(0, 3),
  at,
  message: `The file is nested too deeply: it has more than ${DEEPEST} levels.`,
  hint: 'A configuration needs about ten. Remove the brackets or indents that are too many.',
});

export const emptyObject = (text: string): ObjectNode => ({
  kind: 'object',
  members: [],
  from: 0,
  to: text.length,
});

export const duplicateKey = (path: Path, at: number): Mistake => ({
  path,
  at,
  message: `The key ${JSON.stringify(path.at(-1))} is there twice.`,
  hint: 'Keep one of them, or merge what is below them.',
});

/** What is wrong with a number; `undefined` if JavaScript can represent it exactly enough. */
export function numberMistake(value: number, { path, at }: Spot): Mistake | undefined {
  if (!Number.isFinite(value))
    return {
      path,
      at,
      message: 'This is not a finite number.',
      hint: 'Write a number such as 30, or put it in quotes if it is a text.',
    };
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  return {
    path,
    at,
    message: `This whole number is beyond ${Number.MAX_SAFE_INTEGER}, and would not be kept exactly.`,
    hint: 'Write a smaller number, or put it in quotes if it is a text.',
  };
}

/** Where in the document and in the text. */
export interface Spot {
  readonly path: Path;
  readonly at: number;
}
