import { literal, marksOf, sourcesOf, type Known } from './known.js';

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '//': (left, right) => Math.floor(left / right),
  '%': (left, right) => left % right,
  '^': (left, right) => left ^ right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
};

const numberOf = ({ text, dynamic }: Known): number =>
  text === undefined || dynamic || !/^-?\d+(?:\.\d+)?$/.test(text) ? Number.NaN : Number(text);

/** Longer texts than these are no texts that somebody hides. */
const LONGEST_REPEATED = 100_000;

/** The result of an operator on two numbers, or of `text * number`. */
export function computed(operator: string, left: Known, right: Known): Known | undefined {
  const [one, other] = [numberOf(left), numberOf(right)];
  const texts = operator === '+' && !(left.numeric === true && right.numeric === true);
  if (texts || Number.isNaN(other)) return undefined;
  if (Number.isNaN(one)) return operator === '*' ? repeated(left, other) : undefined;
  const result = OPERATIONS[operator]?.(one, other);
  return result === undefined
    ? undefined
    : { ...numeric(result), sources: sourcesOf([left, right]), ...marksOf([left, right]) };
}

const numeric = (value: number): Known => ({ ...literal(String(value)), numeric: true });

function repeated(known: Known, times: number): Known | undefined {
  const length = known.text === undefined ? NaN : known.text.length * times;
  return length >= 0 && length <= LONGEST_REPEATED
    ? { ...known, text: known.text?.repeat(times) ?? '' }
    : undefined;
}
