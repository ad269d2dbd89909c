import type { SearchFactValue } from '../../contract/search-facts.js';
import { isOrder, type DeclaredFact, type OrderFact } from './declared-facts.js';

/** A value as its row holds it. */
export type StoredValue =
  { readonly rank: number; readonly text: null } | { readonly rank: null; readonly text: string };

const LONGEST = 200;

/** Throws a `TypeError` for a value that is not of the fact's type. */
export function storedValue(fact: DeclaredFact, value: SearchFactValue): StoredValue {
  return isOrder(fact)
    ? { rank: rankOf(fact, numberOf(fact, value)), text: null }
    : { rank: null, text: textOf(fact, value) };
}

/** The rank of a plugin with this number: the lowest rank comes first. */
export const rankOf = ({ order }: OrderFact, number: number): number =>
  order === 'descending' ? -number : number;

/** Throws a `TypeError` for a value that is not an integer or an instant. */
function numberOf({ name, type }: OrderFact, value: SearchFactValue): number {
  const number = type === 'instant' && value instanceof Date ? value.getTime() : value;
  const fits = Number.isSafeInteger(number) && (type === 'instant') === value instanceof Date;
  if (!fits)
    throw new TypeError(
      `The search fact "${name}" takes ${type === 'instant' ? 'a Date' : 'an integer'}, not ${shown(value)}.`,
    );
  return number as number;
}

function textOf({ name }: DeclaredFact, value: SearchFactValue): string {
  const fits =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= LONGEST &&
    !/[\p{Cc}\p{Cs}]/u.test(value);
  if (!fits)
    throw new TypeError(
      `The search fact "${name}" takes a text of 1 to ${LONGEST} characters, not ${shown(value)}.`,
    );
  return value;
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST)) : String(value);
