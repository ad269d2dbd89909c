import type { Budget } from './budget.js';
import { decimalText, jsonNumber } from './numbers.js';
import { isDictionary, isList, isNumber, type Value } from './value.js';

/** Lists in lists can have many more brackets than elements. */
const STEPS_OF_A_LIST = 4;

/** A value as it stands in the rendered text. */
export function printed(value: Value, budget: Budget): string {
  budget.step();
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (isNumber(value)) return decimalText(value);
  if (isDictionary(value)) return '[object]';
  if (!isList(value)) return String(value);
  return budget.deeper(() =>
    joined({ parts: value, open: '[', close: ']', sep: ', ' }, printed, budget),
  );
}

/** A value as JSON. */
export function json(value: Value, budget: Budget): string {
  budget.step();
  if (isNumber(value)) return jsonNumber(value);
  if (isList(value)) {
    return budget.deeper(() =>
      joined({ parts: value, open: '[', close: ']', sep: ',' }, json, budget),
    );
  }
  if (!isDictionary(value)) return JSON.stringify(value);
  const parts = [...value];
  const member = ([key, item]: readonly [string, Value]): string =>
    `${JSON.stringify(key)}:${json(item, budget)}`;
  return budget.deeper(() => joined({ parts, open: '{', close: '}', sep: ',' }, member, budget));
}

/** A value as JSON over several lines, indented by two spaces. */
export function prettyJson(value: Value, budget: Budget, indent = ''): string {
  const inner = `${indent}  `;
  const sep = `,\n${inner}`;
  if (isList(value) && value.length > 0) {
    const around = { parts: value, open: `[\n${inner}`, close: `\n${indent}]`, sep };
    const element = (item: Value): string => prettyJson(item, budget, inner);
    return budget.deeper(() => joined(around, element, budget));
  }
  if (!isDictionary(value) || value.size === 0) return json(value, budget);
  const around = { parts: [...value], open: `{\n${inner}`, close: `\n${indent}}`, sep };
  const member = ([key, item]: readonly [string, Value]): string =>
    `${JSON.stringify(key)}: ${prettyJson(item, budget, inner)}`;
  return budget.deeper(() => joined(around, member, budget));
}

interface Around<T> {
  readonly parts: readonly T[];
  readonly open: string;
  readonly close: string;
  readonly sep: string;
}

function joined<T>(
  { parts, open, close, sep }: Around<T>,
  text: (part: T, budget: Budget) => string,
  budget: Budget,
): string {
  budget.step(STEPS_OF_A_LIST);
  let length = open.length + close.length;
  const texts = parts.map((part) => {
    const one = text(part, budget);
    length += one.length + sep.length;
    if (length > budget.limits.output) budget.text(length);
    return one;
  });
  budget.text(length);
  return `${open}${texts.join(sep)}${close}`;
}
