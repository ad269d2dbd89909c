import { withinTime } from '../../../toolbox/time-budget.js';
import type { ScriptExpression } from './engines/look-around-source.js';

/** Milliseconds for one pattern in all texts. */
const DEADLINE = 30;

export interface SearchTask {
  readonly expressions: readonly ScriptExpression[];
  readonly texts: readonly string[];
}

export interface SearchResult {
  /** Index of the first text that the pattern is in. */
  readonly matched: number | null;
  /** Searching was given up: whether the pattern is in the texts is not known. */
  readonly tookTooLong: boolean;
}

/** Searches with each expression, each within a time of its own. */
export function searched({ expressions, texts }: SearchTask): readonly SearchResult[] {
  return expressions.map(({ source, flags }) => {
    const expression = new RegExp(source, flags);
    const found = withinTime(DEADLINE, () => texts.findIndex((text) => expression.test(text)));
    if (found === undefined) return { matched: null, tookTooLong: true };
    return { matched: found.value < 0 ? null : found.value, tookTooLong: false };
  });
}
