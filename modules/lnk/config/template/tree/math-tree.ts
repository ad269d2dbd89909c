import type { Expression, MathSign } from './template.js';

export const MATH_SIGNS: readonly MathSign[] = ['+', '-', '*', '/', '%'];

/** Multiplication, division and remainder before addition and subtraction, each from the left. */
export function mathTree(parts: readonly Expression[], signs: readonly MathSign[]): Expression {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('A calculation has a first part.');
  let sum: { left: Expression; sign: MathSign } | undefined;
  let current = first;
  others.forEach((part, index) => {
    const sign = signs[index] ?? '+';
    if (sign !== '+' && sign !== '-') {
      current = math(sign, current, part);
      return;
    }
    sum = { left: sum === undefined ? current : math(sum.sign, sum.left, current), sign };
    current = part;
  });
  return sum === undefined ? current : math(sum.sign, sum.left, current);
}

function math(sign: MathSign, left: Expression, right: Expression): Expression {
  return { at: left.at, value: { kind: 'math', sign, left, right }, filters: [], negated: false };
}
