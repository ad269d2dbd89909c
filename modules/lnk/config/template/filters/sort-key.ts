import { ValueProblem } from '../template-error.js';
import { isList, isNumber, kindOf, type Value } from '../evaluate/value.js';

export interface SortKey {
  readonly kind: string;
  readonly by: string | number;
}

/**
 * What a value is sorted by: lists by their length.
 * @throws {ValueProblem} for maps and nothing
 */
export function sortKey(value: Value): SortKey {
  const kind = kindOf(value);
  if (typeof value === 'string') return { kind, by: value };
  if (isNumber(value) || typeof value === 'boolean') return { kind, by: Number(value) };
  if (isList(value)) return { kind, by: value.length };
  throw new ValueProblem(`The filter \`sort\` cannot sort ${kind}.`);
}
