import type { Mistake, Path } from '../problem.js';
import { quoted } from '../../quoted.js';
import { closest } from './closest.js';
import { mistakeAt } from './common-mistakes.js';

/** The most names that a hint lists when none is similar to the one that was written. */
const MOST_LISTED = 12;

function hintFor(path: Path, known: readonly string[]): string | undefined {
  const often = mistakeAt(path);
  if (often !== undefined) return often;
  const meant = closest(String(path.at(-1)), known);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return known.length <= MOST_LISTED ? `Known here: ${known.join(', ')}.` : undefined;
}

/** The mistake of a key that no section or object has. */
export function unknownKey(path: Path, at: number, known: readonly string[]): Mistake {
  const hint = hintFor(path, known);
  const name = quoted(String(path.at(-1)));
  return { path, at, message: `Unknown field ${name}.`, ...(hint !== undefined && { hint }) };
}
