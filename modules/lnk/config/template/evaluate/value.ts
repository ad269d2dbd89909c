import { types } from 'node:util';
import { ValueProblem } from '../template-error.js';
import type { Budget } from './budget.js';

/** A value of a template. Integers are `bigint`, all other numbers `number`. */
export type Value =
  string | bigint | number | boolean | null | readonly Value[] | ReadonlyMap<string, Value>;

/** Maps only, so that no name reaches anything but what was put in. */
export type Dictionary = ReadonlyMap<string, Value>;

export function isDictionary(value: Value | undefined): value is Dictionary {
  return value instanceof Map;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isNumber(value: Value | undefined): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

export function isTruthy(value: Value): boolean {
  if (isList(value)) return value.length > 0;
  if (isDictionary(value)) return value.size > 0;
  return Boolean(value);
}

/** Equality of values; 1 and 1.0 are different here, as elements of lists. */
export function equals(left: Value, right: Value, budget: Budget): boolean {
  budget.step();
  if (isList(left)) {
    if (!isList(right) || left.length !== right.length) return false;
    return left.every((item, index) => equals(item, right[index] ?? null, budget));
  }
  if (isDictionary(left)) {
    if (!isDictionary(right) || left.size !== right.size) return false;
    return [...left].every(([key, item]) => {
      const other = right.get(key);
      return other !== undefined && equals(item, other, budget);
    });
  }
  return left === right;
}

/**
 * A value of the host as one of a template.
 * @throws {TypeError} for functions, instances of classes and whatever else is no plain data
 */
export function valueFrom(host: unknown): Value {
  if (host === null || typeof host === 'string' || typeof host === 'boolean') return host;
  if (typeof host === 'bigint') return host;
  if (typeof host === 'number') return Number.isSafeInteger(host) ? BigInt(host) : host;
  if (Array.isArray(host)) return host.map(valueFrom);
  if (types.isMap(host)) return sorted([...host].map(([key, item]) => [String(key), item]));
  if (isPlain(host)) return sorted(Object.entries(host));
  throw new TypeError('Variables of templates are plain data.');
}

function isPlain(host: unknown): host is Record<string, unknown> {
  if (typeof host !== 'object' || host === null) return false;
  const prototype: unknown = Object.getPrototypeOf(host);
  // not compared with Object.prototype: plain objects of another realm are plain, too
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function sorted(entries: readonly (readonly [string, unknown])[]): Dictionary {
  const values = entries.map(([key, item]) => [key, valueFrom(item)] as const);
  return new Map(values.sort(([left], [right]) => compareTexts(left, right)));
}

/** By code points, as bytes of UTF-8 compare. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    if (left.charCodeAt(index) === right.charCodeAt(index)) continue;
    return (left.codePointAt(index) ?? 0) - (right.codePointAt(index) ?? 0);
  }
  return left.length - right.length;
}

const INTEGERS = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

/** @throws {ValueProblem} beyond 64 bits */
export function checkedInteger(value: bigint): bigint {
  if (value >= INTEGERS.from && value <= INTEGERS.to) return value;
  throw new ValueProblem('The result is larger than an integer of 64 bits.');
}

/** What a value is, for messages. */
export function kindOf(value: Value): string {
  if (value === null) return 'nothing';
  if (isList(value)) return 'a list';
  if (isDictionary(value)) return 'a map';
  if (isNumber(value)) return 'a number';
  return typeof value === 'string' ? 'a text' : 'a truth value';
}
