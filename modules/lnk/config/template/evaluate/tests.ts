import { ValueProblem } from '../template-error.js';
import type { Budget } from './budget.js';
import { matches } from './matching.js';
import { equals, isDictionary, isList, isNumber, kindOf, type Value } from './value.js';

interface Subject {
  readonly name: string;
  /** Undefined if there is no such variable. */
  readonly value: Value | undefined;
  readonly args: readonly Value[];
  readonly budget: Budget;
}

interface Test {
  readonly args: 0 | 1;
  readonly takesUndefined?: true;
  holds(value: Value, subject: Subject): boolean;
}

const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', { args: 0, takesUndefined: true, holds: (_, { value }) => value !== undefined }],
  ['undefined', { args: 0, takesUndefined: true, holds: (_, { value }) => value === undefined }],
  ['string', { args: 0, holds: (value) => typeof value === 'string' }],
  ['number', { args: 0, holds: (value) => isNumber(value) }],
  ['odd', { args: 0, holds: (value, { name }) => numberOf(value, name) % 2 !== 0 }],
  ['even', { args: 0, holds: (value, { name }) => numberOf(value, name) % 2 === 0 }],
  [
    'divisibleby',
    {
      args: 1,
      holds: (value, { name, args }) =>
        numberOf(value, name) % numberOf(args[0] ?? null, name) === 0,
    },
  ],
  ['iterable', { args: 0, holds: (value) => isList(value) || isDictionary(value) }],
  ['object', { args: 0, holds: (value) => isDictionary(value) }],
  [
    'starting_with',
    {
      args: 1,
      holds: (value, { name, args }) => textOf(value, name).startsWith(textOf(args[0], name)),
    },
  ],
  [
    'ending_with',
    {
      args: 1,
      holds: (value, { name, args }) => textOf(value, name).endsWith(textOf(args[0], name)),
    },
  ],
  ['containing', { args: 1, holds: containing }],
  [
    'matching',
    {
      args: 1,
      holds: (value, { name, args, budget }) =>
        matches(textOf(value, name), textOf(args[0], name), budget),
    },
  ],
]);

/** @throws {ValueProblem} if there is no such test, or it cannot take the value */
export function holds(subject: Subject): boolean {
  const { name, value, args } = subject;
  const test = TESTS.get(name);
  if (test === undefined) {
    throw new ValueProblem(
      `Test '${name}' not found.`,
      `The tests are ${[...TESTS.keys()].join(', ')}.`,
      true,
    );
  }
  if (args.length !== test.args) {
    throw new ValueProblem(
      `The test \`${name}\` takes ${test.args === 0 ? 'no argument' : 'one argument'}.`,
    );
  }
  if (value === undefined && test.takesUndefined !== true) {
    throw new ValueProblem(
      `The test \`${name}\` is used on a variable that is not defined.`,
      'Ask for {% if variable is defined and … %} before.',
    );
  }
  return test.holds(value ?? null, subject);
}

function numberOf(value: Value, test: string): number {
  if (isNumber(value)) return Number(value);
  throw new ValueProblem(`The test \`${test}\` takes numbers, not ${kindOf(value)}.`);
}

function textOf(value: Value | undefined, test: string): string {
  if (typeof value === 'string') return value;
  throw new ValueProblem(`The test \`${test}\` takes texts, not ${kindOf(value ?? null)}.`);
}

function containing(value: Value, { name, args, budget }: Subject): boolean {
  const [wanted = null] = args;
  if (isList(value)) return value.some((item) => equals(item, wanted, budget));
  if (isDictionary(value)) return value.has(textOf(wanted, name));
  return textOf(value, name).includes(textOf(wanted, name));
}
