import type { Cursor } from './cursor.js';
import { PatternError } from './pattern-error.js';
import { MOST_REPETITIONS } from './pattern-size.js';

const QUANTIFIER = /\*|\+|\?|\{(\d+)(?:(,)(\d*))?\}/y;

/** How often a part is repeated: at least, at most. `undefined` when no repetition comes next. */
export function readQuantifier(cursor: Cursor): [number, number] | undefined {
  const at = cursor.at;
  const match = cursor.takeMatch(QUANTIFIER);
  return match === null ? undefined : countsOf(match, at);
}

function countsOf([text, least, comma, most]: RegExpExecArray, at: number): [number, number] {
  if (text === '*') return [0, Infinity];
  if (text === '+') return [1, Infinity];
  if (text === '?') return [0, 1];
  const min = Number(least);
  const max = comma === undefined ? min : most === '' ? Infinity : Number(most);
  if (min > MOST_REPETITIONS || (max !== Infinity && max > MOST_REPETITIONS)) {
    throw new PatternError(at, `\`${text}\` repeats more than 1,000 times; write a smaller count`);
  }
  if (max < min) {
    throw new PatternError(at, `\`${text}\` has a maximum below its minimum; swap them`);
  }
  return [min, max];
}
