import { ValueProblem } from '../template-error.js';
import type { Budget } from '../evaluate/budget.js';
import {
  isDictionary,
  isList,
  isNumber,
  kindOf,
  type Dictionary,
  type Value,
} from '../evaluate/value.js';

/** `count`: an integer that is not negative. */
export type Type = 'text' | 'flag' | 'count' | 'integer' | 'number' | 'list' | 'map' | 'any';

export interface Parameter {
  readonly type: Type;
  readonly required?: true;
}

export interface Signature {
  readonly parameters: Readonly<Record<string, Parameter>>;
}

const DESCRIPTIONS: Readonly<Record<Type, string>> = {
  text: 'a text',
  flag: 'true or false',
  count: 'an integer that is not negative',
  integer: 'an integer',
  number: 'a number',
  list: 'a list',
  map: 'a map',
  any: 'a value',
};

const CHECKS: Readonly<Record<Type, (value: Value) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  count: (value) => typeof value === 'bigint' && value >= 0n,
  integer: (value) => typeof value === 'bigint',
  number: isNumber,
  list: isList,
  map: isDictionary,
  any: () => true,
};

/** What a filter or function was called with, after {@link checkedArguments}. */
export class Arguments {
  constructor(
    readonly given: ReadonlyMap<string, Value>,
    readonly budget: Budget,
  ) {}

  has(name: string): boolean {
    return this.given.has(name);
  }

  any(name: string): Value | undefined {
    return this.given.get(name);
  }

  text(name: string, otherwise = ''): string {
    const value = this.given.get(name);
    return typeof value === 'string' ? value : otherwise;
  }

  flag(name: string): boolean {
    return this.given.get(name) === true;
  }

  /** Of type `count` or `integer`; what is too large for an index counts as endless. */
  integer(name: string, otherwise: number): number {
    const value = this.given.get(name);
    return typeof value === 'bigint' ? Number(value) : otherwise;
  }

  number(name: string, otherwise: number): number {
    const value = this.given.get(name);
    return isNumber(value) ? Number(value) : otherwise;
  }
}

/** @throws {ValueProblem} if an argument is missing, unknown or of the wrong type */
export function checkedArguments(
  subject: string,
  parameters: ReadonlyMap<string, Parameter>,
  given: Arguments,
): Arguments {
  for (const [name, value] of given.given) {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw unknownArgument(subject, name, [...parameters.keys()]);
    checkType(`The argument \`${name}\` of ${subject}`, parameter.type, value);
  }
  for (const [name, { required, type }] of parameters) {
    if (required !== true || given.has(name)) continue;
    throw new ValueProblem(
      `${sentence(subject)} needs the argument \`${name}\`: ${DESCRIPTIONS[type]}.`,
    );
  }
  return given;
}

function unknownArgument(subject: string, name: string, known: readonly string[]): ValueProblem {
  return new ValueProblem(
    `${sentence(subject)} has no argument \`${name}\`.`,
    known.length === 0 ? 'It takes no arguments.' : `Its arguments are ${known.join(', ')}.`,
  );
}

/** @throws {ValueProblem} if `value` is of another type */
export function checkType(subject: string, type: Type, value: Value): void {
  if (CHECKS[type](value)) return;
  throw new ValueProblem(
    `${sentence(subject)} must be ${DESCRIPTIONS[type]}, not ${kindOf(value)}.`,
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A filter that takes a text. */
export function onText(
  apply: (text: string, args: Arguments) => Value,
  parameters: Signature['parameters'] = {},
): Filter {
  return {
    takes: 'text',
    parameters,
    apply: (value, args) => apply(typeof value === 'string' ? value : '', args),
  };
}

/** A filter that takes a list. */
export function onList(
  apply: (list: readonly Value[], args: Arguments) => Value,
  parameters: Signature['parameters'] = {},
): Filter {
  return {
    takes: 'list',
    parameters,
    apply: (value, args) => apply(isList(value) ? value : [], args),
  };
}

/** A filter that takes a number. */
export function onNumber(
  apply: (number: bigint | number, args: Arguments) => Value,
  parameters: Signature['parameters'] = {},
): Filter {
  return {
    takes: 'number',
    parameters,
    apply: (value, args) => apply(isNumber(value) ? value : 0n, args),
  };
}

/** A filter that takes a map. */
export function onMap(
  apply: (map: Dictionary, args: Arguments) => Value,
  parameters: Signature['parameters'] = {},
): Filter {
  return {
    takes: 'map',
    parameters,
    apply: (value, args) => apply(isDictionary(value) ? value : new Map(), args),
  };
}

export interface Filter extends Signature {
  readonly takes: Type;
  /** `value` is of the type that the filter takes, the arguments of those that it declares. */
  apply(value: Value, args: Arguments): Value;
}
