import type { CronFieldName } from './expression.js';

/** What may stand in one of the five fields. */
export interface FieldRule {
  readonly name: CronFieldName;
  readonly least: number;
  readonly most: number;
  /** How many different values there are. */
  readonly size: number;
  /** From `least` on. */
  readonly names: readonly string[];
  readonly example: string;
}

/** The values that a field means, in ascending order, or what is wrong with it. */
export type FieldReading =
  { readonly values: readonly number[] } | { readonly message: string; readonly hint: string };

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Ends the reading of a field; never leaves `readField`. */
class FieldError extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

export function readField(rule: FieldRule, text: string): FieldReading {
  try {
    const values = text.split(',').flatMap((item) => valuesOf(rule, item));
    return { values: [...new Set(values)].sort((one, other) => one - other) };
  } catch (error) {
    if (error instanceof FieldError) return { message: error.message, hint: error.hint };
    throw error;
  }
}

function valuesOf(rule: FieldRule, item: string): readonly number[] {
  refuseForeign(rule, item);
  const [span = '', step, ...more] = item.split('/');
  if (more.length > 0)
    throw new FieldError(`"${item}" has more than one step`, `Write one step: ${rule.example}.`);
  const range = rangeOf(rule, span, step);
  const every = step === undefined ? 1 : stepOf(rule, step);
  const count = Math.floor((range.to - range.from) / every) + 1;
  return Array.from({ length: count }, (_, index) => range.from + index * every);
}

/** What other programs read, but this one does not. */
function refuseForeign(rule: FieldRule, item: string): void {
  if (item === '')
    throw new FieldError(
      'an entry of the list is empty',
      'Separate values by single commas, without one at the start or the end.',
    );
  if (item.includes('?'))
    throw new FieldError(`"${item}" has a question mark`, 'Write * where any value fits.');
  if (/^(?:[0-9]*L|[0-9]*L?W|L-.*)$/i.test(item) || item.includes('#'))
    throw new FieldError(
      `"${item}" uses L, W or #, which other programs understand, but not this one`,
      `Name the values: ${rule.example}.`,
    );
}

function rangeOf(rule: FieldRule, span: string, step: string | undefined): Range {
  if (span === '*') return { from: rule.least, to: rule.least + rule.size - 1 };
  const [first = '', last, ...more] = span.split('-');
  if (first === '' || last === '' || more.length > 0)
    throw new FieldError(
      `"${span}" is neither a value nor a range`,
      `Write ${limitsOf(rule)}, or two of them with a hyphen: ${rule.example}.`,
    );
  const from = valueOf(rule, first);
  if (last === undefined) return alone(rule, from, step);
  const to = valueOf(rule, last);
  if (from > to)
    throw new FieldError(
      `the range "${span}" runs backwards`,
      `Write ${forwards(rule, from, to)}.`,
    );
  return { from, to };
}

function alone(rule: FieldRule, value: number, step: string | undefined): Range {
  if (step === undefined) return { from: value, to: value };
  const last = rule.least + rule.size - 1;
  throw new FieldError(
    `"${value}/${step}" has a step, but no range`,
    `Write ${Math.min(value, last)}-${last}/${step}, or */${step} for all values.`,
  );
}

/** The range that was meant, over the end of the field. */
function forwards(rule: FieldRule, from: number, to: number): string {
  if (rule.name === 'weekday' && to === 0) return `${from}-7`;
  const last = rule.least + rule.size - 1;
  const span = (one: number, other: number): string =>
    one === other ? `${one}` : `${one}-${other}`;
  return `${span(Math.min(from, last), last)},${span(rule.least, to)}`;
}

function stepOf(rule: FieldRule, text: string): number {
  const step = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0;
  if (step >= 1 && step <= rule.size) return step;
  throw new FieldError(
    `the step "${text}" is not a whole number from 1 to ${rule.size}`,
    `Write a step from 1 to ${rule.size}: */2 is every second value.`,
  );
}

function valueOf(rule: FieldRule, text: string): number {
  const value = /^[A-Za-z]+$/.test(text) ? named(rule, text) : numbered(text);
  if (value !== undefined && value >= rule.least && value <= rule.most) return value;
  const short = rule.names.find((name) => text.toUpperCase().startsWith(name));
  throw new FieldError(
    `"${text}" is no ${rule.name}`,
    short !== undefined && /^[A-Za-z]+$/.test(text)
      ? `Write names with three letters: ${short}.`
      : `Write ${limitsOf(rule)}: ${rule.example}.`,
  );
}

function named(rule: FieldRule, text: string): number | undefined {
  const index = rule.names.indexOf(text.toUpperCase());
  return index === -1 ? undefined : rule.least + index;
}

function numbered(text: string): number | undefined {
  return /^[0-9]{1,2}$/.test(text) ? Number(text) : undefined;
}

function limitsOf({ least, most, names }: FieldRule): string {
  const or = names.length === 0 ? '' : ` or ${names[0] ?? ''} to ${names.at(-1) ?? ''}`;
  return `${least} to ${most}${or}`;
}
