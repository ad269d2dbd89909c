import type { ValidationError } from 'class-validator';
import { shortened } from '../../toolbox/shortened.js';
import { isRecord } from '../../toolbox/type-guards.js';
import type * as Libraries from './validating-libraries.js';
import { MOST_ISSUES, MOST_TEXT, reportedIssues } from './reported-issues.js';
import { invalidInput, type Constructor, type ErrorIssue } from '../api/index.js';

function pathOf(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}

/** class-validator's name of the rule for lists with too many elements. */
const TOO_LONG = 'arrayMaxSize';

function messageOf({ property, value, constraints = {} }: ValidationError): string {
  if ('whitelistValidation' in constraints) return `unknown field "${property}"`;
  if (value === undefined) return `${property} is required`;
  if ('nestedValidation' in constraints) return `${property} must be an object`;
  // the elements were not validated
  if (TOO_LONG in constraints) return constraints[TOO_LONG] ?? '';
  return Object.values(constraints).reverse().join('; ');
}

/** One issue per invalid field, with its path: `rules[0].name`. */
function* wrongFields(errors: readonly ValidationError[], parent = ''): Generator<ErrorIssue> {
  for (const error of errors) {
    const field = pathOf(parent, error.property);
    if (error.constraints !== undefined) yield { field, message: messageOf(error) };
    yield* wrongFields(error.children ?? [], field);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Fields named like a member of every object, such as `constructor` or `toString`. class-transformer drops them before validation, so they
 * would not be reported as unknown.
 */
function* droppedFields(given: unknown, made: unknown, parent = ''): Generator<ErrorIssue> {
  if (!isFields(given) || !isFields(made)) return;
  for (const [name, value] of Object.entries(given)) {
    const field = pathOf(parent, name);
    if (Object.hasOwn(made, name)) yield* droppedFields(value, made[name], field);
    else if (name in Object.prototype && value !== undefined)
      yield { field, message: `unknown field "${name}"` };
  }
}

/** Half of a character. It is not valid in text and cannot be stored or transferred, and joining two halves would make a different text. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const NO_TEXT = 'holds half a character (a lone surrogate)';

/**
 * Values that no class and no map can hold: fields named `constructor` where no class is declared, because class-transformer takes their value
 * for the class of the object, and texts that are not well-formed Unicode.
 */
function* untakable(given: unknown, parent = ''): Generator<ErrorIssue> {
  if (typeof given === 'string' && LONE_SURROGATE.test(given))
    yield { field: parent, message: `${parent} ${NO_TEXT}` };
  if (!isFields(given) || ArrayBuffer.isView(given)) return;
  for (const [name, value] of Object.entries(given)) {
    const field = pathOf(parent, name);
    if (name === 'constructor' && value !== undefined)
      yield { field, message: 'unknown field "constructor"' };
    else if (LONE_SURROGATE.test(name)) yield { field: parent, message: `a name in it ${NO_TEXT}` };
    else yield* untakable(value, field);
  }
}

function oneLine({ field = '', message }: ErrorIssue): string {
  return message.includes(field) ? message : `${field}: ${message}`;
}

/** Throws if there are issues. Only the first ones are generated. */
function refuseFor(...all: readonly Iterable<ErrorIssue>[]): void {
  const found: ErrorIssue[] = [];
  for (const issues of all) {
    for (const issue of issues) {
      if (found.length === MOST_ISSUES)
        throw invalid(
          found,
          `The input has more than ${MOST_ISSUES} problems; these are the first.`,
        );
      found.push(issue);
    }
  }
  const [first] = found;
  if (first !== undefined)
    throw invalid(
      found,
      found.length === 1 ? oneLine(first) : `The input has ${found.length} problems.`,
    );
}

const invalid = (issues: readonly ErrorIssue[], what: string): Error =>
  invalidInput({ what: shortened(what, MOST_TEXT) }, { issues: reportedIssues(issues) });

let libraries: typeof Libraries | undefined;

export async function loadLibraries(): Promise<typeof Libraries> {
  return (libraries ??= await import('./validating-libraries.js'));
}

// `forbidUnknownValues` is off because a class without fields is legal: it accepts no field at all
const rules = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };

/** Creates an operation's input object and validates it. Unknown fields are errors. Loads the validating libraries on first use. */
export async function readInput<T extends object>(
  type: Constructor<T>,
  given: unknown,
): Promise<T> {
  if (!isRecord(given)) throw invalidInput({ what: 'The input must be an object.' });
  const { plainToInstance, validate } = libraries ?? (await loadLibraries());
  const plain = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  refuseFor(untakable(plain));
  const input = plainToInstance(type, plain);
  refuseFor(wrongFields(await validate(input, rules)), droppedFields(plain, input));
  return input;
}
