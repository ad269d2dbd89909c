import { ValueProblem } from '../template-error.js';
import type { Operation } from '../tree/template.js';
import type { Budget } from './budget.js';
import { decimalText, jsonNumber } from './numbers.js';
import { isNumber, kindOf, type Value } from './value.js';

export interface Part {
  readonly value: Value;
  readonly kind: Operation['kind'];
}

/** @throws {ValueProblem} for lists, maps and truth values */
export function concatenated(parts: readonly Part[], budget: Budget): string {
  const texts = parts.map(textOf);
  budget.text(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
}

function textOf({ value, kind }: Part): string {
  if (typeof value === 'string') return value;
  if (isNumber(value)) return kind === 'literal' ? decimalText(value) : jsonNumber(value);
  throw new ValueProblem(
    `\`~\` joins texts and numbers, not ${kindOf(value)}.`,
    'Use the filter `as_str` and {% set … %} before.',
  );
}
