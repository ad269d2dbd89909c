import { ValueProblem } from '../template-error.js';
import { checkedInteger, isNumber, kindOf, type Value } from '../evaluate/value.js';
import { trimmedEnd, trimmedStart } from '../tokens/whitespace.js';
import { onNumber, type Arguments, type Filter } from './signature.js';

/** Filters of numbers, and those that make numbers of texts. */
export const NUMBER_FILTERS: Readonly<Record<string, Filter>> = {
  abs: onNumber((value) => {
    if (typeof value === 'number') return Math.abs(value);
    return value < 0n ? checkedInteger(-value) : value;
  }),
  pluralize: onNumber(
    (value, args) =>
      Math.abs(Math.abs(Number(value)) - 1) > Number.EPSILON
        ? args.text('plural', 's')
        : args.text('singular'),
    { plural: { type: 'text' }, singular: { type: 'text' } },
  ),
  round: onNumber(rounded, { method: { type: 'text' }, precision: { type: 'integer' } }),
  filesizeformat: {
    takes: 'count',
    parameters: { binary: { type: 'flag' } },
    apply: (value, args) => fileSize(Number(value), args.flag('binary')),
  },
  int: {
    takes: 'any',
    parameters: { default: { type: 'integer' }, base: { type: 'count' } },
    apply: integerOf,
  },
  float: { takes: 'any', parameters: { default: { type: 'number' } }, apply: floatOf },
};

const METHODS: ReadonlyMap<string, (value: number) => number> = new Map([
  // halves go away from zero
  ['common', (value: number) => Math.sign(value) * Math.round(Math.abs(value))],
  ['ceil', (value: number) => Math.ceil(value)],
  ['floor', (value: number) => Math.floor(value)],
]);

function rounded(value: bigint | number, args: Arguments): number | null {
  const method = METHODS.get(args.text('method', 'common'));
  if (method === undefined) {
    throw new ValueProblem(
      `The filter \`round\` has no method \`${args.text('method')}\`.`,
      'Its methods are common, ceil and floor.',
    );
  }
  const factor = 10 ** args.integer('precision', 0);
  const result = method(Number(value) * factor) / factor;
  return Number.isFinite(result) ? result : null;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

function fileSize(bytes: number, binary: boolean): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1024; size /= 1024) unit += 1;
  const name = (binary ? BINARY_UNITS : UNITS)[unit] ?? '';
  return `${Number.isInteger(size) ? size : twoDecimals(size)} ${name}`;
}

/** Halves go to the even digit. */
function twoDecimals(value: number): string {
  const hundredths = value * 100;
  const below = Math.floor(hundredths);
  if (hundredths - below !== 0.5 || below % 2 !== 0) return value.toFixed(2);
  return (below / 100).toFixed(2);
}

const PREFIXES: ReadonlyMap<number, string> = new Map([
  [2, '0b'],
  [8, '0o'],
  [16, '0x'],
]);

function integerOf(value: Value, args: Arguments): bigint {
  const otherwise = BigInt(args.integer('default', 0));
  const base = args.integer('base', 10);
  if (base < 2 || base > 36) {
    throw new ValueProblem('The argument `base` of the filter `int` must be from 2 to 36.');
  }
  if (isNumber(value)) return typeof value === 'bigint' ? value : saturated(value);
  if (typeof value !== 'string') {
    throw new ValueProblem(`The filter \`int\` takes a text or a number, not ${kindOf(value)}.`);
  }
  const text = withoutPrefix(trimmed(value), PREFIXES.get(base) ?? '');
  const parsed = digits(text, base);
  if (parsed !== undefined) return parsed;
  const float = text.includes('.') ? floatText(text) : undefined;
  return float === undefined ? otherwise : saturated(float);
}

function trimmed(text: string): string {
  const start = trimmedStart(text, 0, text.length);
  return text.slice(start, trimmedEnd(text, start, text.length));
}

function withoutPrefix(text: string, prefix: string): string {
  let rest = text;
  while (prefix !== '' && rest.startsWith(prefix)) rest = rest.slice(prefix.length);
  return rest;
}

const LIMITS = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

function digits(text: string, base: number): bigint | undefined {
  const [, sign = '', body = ''] = /^([+-]?)([0-9A-Za-z]{1,100})$/.exec(text) ?? [];
  if (body === '') return undefined;
  let value = 0n;
  for (const character of body) {
    const digit = Number.parseInt(character, 36);
    if (digit >= base) return undefined;
    value = value * BigInt(base) + BigInt(digit);
  }
  const signed = sign === '-' ? -value : value;
  return signed >= LIMITS.from && signed <= LIMITS.to ? signed : undefined;
}

function saturated(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return LIMITS.to;
  if (value <= -(2 ** 63)) return LIMITS.from;
  return BigInt(Math.trunc(value));
}

function floatOf(value: Value, args: Arguments): number | null {
  if (isNumber(value)) return Number(value);
  if (typeof value !== 'string') {
    throw new ValueProblem(`The filter \`float\` takes a text or a number, not ${kindOf(value)}.`);
  }
  const result = floatText(trimmed(value)) ?? args.number('default', 0);
  return Number.isFinite(result) ? result : null;
}

const FLOAT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const INFINITE = /^([+-]?)(?:inf|infinity)$/i;

function floatText(text: string): number | undefined {
  const [infinite, sign] = INFINITE.exec(text) ?? [];
  if (infinite !== undefined) return sign === '-' ? -Infinity : Infinity;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  return FLOAT.test(text) ? Number(text) : undefined;
}
