import { ValueProblem } from '../template-error.js';
import type { MathSign } from '../tree/template.js';
import { checkedInteger } from './value.js';

const FLOATS: Readonly<Record<MathSign, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
};

const INTEGERS: Readonly<Record<Exclude<MathSign, '/'>, (left: bigint, right: bigint) => bigint>> =
  {
    '+': (left, right) => left + right,
    '-': (left, right) => left - right,
    '*': (left, right) => left * right,
    '%': (left, right) => left % right,
  };

/**
 * Integers stay integers, except in a division. Undefined for what is not a number, as 1 / 0.
 * @throws {ValueProblem} beyond 64 bits, and for the remainder of a division by zero
 */
export function calculated(
  sign: MathSign,
  left: bigint | number,
  right: bigint | number,
): bigint | number | undefined {
  if (sign !== '/' && typeof left === 'bigint' && typeof right === 'bigint') {
    if (sign === '%' && right === 0n) throw new ValueProblem('There is no remainder by zero.');
    return checkedInteger(INTEGERS[sign](left, right));
  }
  const result = FLOATS[sign](Number(left), Number(right));
  return Number.isFinite(result) ? result : undefined;
}
