import type { ValidationError } from 'class-validator';
import type * as Libraries from './validating-libraries.js';
import { invalidInput, type Constructor, type ErrorIssue } from '../api/index.js';

function pathOf(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}

function messageOf({ property, value, constraints = {} }: ValidationError): string {
  if ('whitelistValidation' in constraints) return `unknown field "${property}"`;
  if (value === undefined) return `${property} is required`;
  if ('nestedValidation' in constraints) return `${property} must be an object`;
  return Object.values(constraints).reverse().join('; ');
}

/** One issue per field that is wrong, with its path: `rules[0].name`. */
export function issuesOf(errors: readonly ValidationError[], parent = ''): ErrorIssue[] {
  return errors.flatMap((error) => {
    const field = pathOf(parent, error.property);
    const below = issuesOf(error.children ?? [], field);
    return error.constraints === undefined ? below : [{ field, message: messageOf(error) }, ...below];
  });
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Fields that carry the name of a member that every object has, such as `constructor` or `toString`. class-transformer drops
 * them before anything is validated, so that they would pass for known.
 */
function droppedFields(given: unknown, made: unknown, parent = ''): ErrorIssue[] {
  if (!isFields(given) || !isFields(made)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const field = pathOf(parent, name);
    if (Object.hasOwn(made, name)) return droppedFields(value, made[name], field);
    return name in Object.prototype && value !== undefined ? [{ field, message: `unknown field "${name}"` }] : [];
  });
}

/**
 * Fields named `constructor` where no class is declared, as in maps: class-transformer takes their value for the class of the object.
 * No class has such a field, and a map cannot have it either.
 */
function posingAsClasses(given: unknown, parent = ''): ErrorIssue[] {
  if (!isFields(given) || ArrayBuffer.isView(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const field = pathOf(parent, name);
    if (name !== 'constructor' || value === undefined) return posingAsClasses(value, field);
    return [{ field, message: 'unknown field "constructor"' }];
  });
}

function oneLine({ field = '', message }: ErrorIssue): string {
  return message.includes(field) ? message : `${field}: ${message}`;
}

/** More help nobody, and would make an answer many times larger than its request. */
const MAX_ISSUES = 100;

function invalid(issues: readonly ErrorIssue[]): Error {
  const [first] = issues;
  const what = issues.length === 1 && first !== undefined ? oneLine(first) : `The input has ${issues.length} problems.`;
  return invalidInput({ what }, { issues: issues.slice(0, MAX_ISSUES) });
}

let libraries: typeof Libraries | undefined;

export async function loadLibraries(): Promise<typeof Libraries> {
  return (libraries ??= await import('./validating-libraries.js'));
}

// a class without fields is legal: it accepts no field at all
const rules = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };

/** Makes the input object of an operation and checks it. Unknown fields are errors. Loads the validating libraries on first use. */
export async function readInput<T extends object>(type: Constructor<T>, given: unknown): Promise<T> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidInput({ what: 'The input must be an object.' });
  const { plainToInstance, validate } = libraries ?? (await loadLibraries());
  const plain = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const posing = posingAsClasses(plain);
  if (posing.length > 0) throw invalid(posing);
  const input = plainToInstance(type, plain);
  const issues = [...issuesOf(await validate(input, rules)), ...droppedFields(plain, input)];
  if (issues.length > 0) throw invalid(issues);
  return input;
}
