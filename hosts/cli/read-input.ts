import { fromText } from '../fields/from-text.js';
import { unguarded } from './guarded-words.js';
import { positionalText, typedAs, type Argument, type CommandArguments } from './flags.js';
import { similar } from './similar.js';

/** The result of yargs: values by flag, and the remaining words. */
export type Parsed = Readonly<Record<string, unknown>> & {
  readonly _: readonly (string | number)[];
};

/** Throws a usage error. */
export type Reject = (what: string) => never;

const globalNames = ['json', 'color', 'no-color', 'help', 'h', 'version'];

function knownNames({ flags, positionals }: CommandArguments): ReadonlySet<string> {
  const own = flags.flatMap(({ field, flag, short }) => [
    flag,
    ...(short === undefined ? [] : [short]),
    ...(field.kind === 'boolean' ? [`no-${flag}`] : []),
  ]);
  return new Set([...globalNames, ...own, ...positionals.map(({ flag }) => flag)]);
}

function unknownFlag(parsed: Parsed, given: CommandArguments): string | undefined {
  const known = knownNames(given);
  const unknown = Object.keys(parsed).find(
    (name) => name !== '_' && name !== '$0' && name !== '--' && !known.has(name),
  );
  if (unknown === undefined) return undefined;
  const meant = similar(unknown, [...given.flags.map(({ flag }) => flag), 'json', 'help']);
  return `Unknown flag: ${dashed(unknown)}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
}

const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`);

/** The first word that no positional takes; a list takes all the remaining words. */
function unexpectedWord(parsed: Parsed, { positionals }: CommandArguments): string | undefined {
  const [word] = parsed._;
  return word === undefined || positionals.at(-1)?.field.list === true
    ? undefined
    : `Unexpected argument: ${unguarded(String(word))}.`;
}

function missingPositional(parsed: Parsed, { positionals }: CommandArguments): string | undefined {
  const missing = positionals.find(
    ({ field, flag }) =>
      field.required && valuesOf(parsed[flag]).length === 0 && parsed._.length === 0,
  );
  return missing === undefined ? undefined : `Missing argument: ${positionalText(missing)}.`;
}

function valuesOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** The values typed for an argument; `undefined` when it was not given. A flag without a value is an empty list. */
function typedValues(
  argument: Argument,
  parsed: Parsed,
  given: CommandArguments,
): readonly unknown[] | undefined {
  const { field, flag } = argument;
  const byPosition = given.positionals.includes(argument);
  const leftOver =
    byPosition && field.list && argument === given.positionals.at(-1) ? parsed._ : [];
  const values = [...valuesOf(parsed[flag]), ...leftOver];
  if (values.length > 0) return values;
  if (field.kind === 'boolean' && parsed[`no-${flag}`] === true) return [false];
  return byPosition || parsed[flag] === undefined ? undefined : [];
}

function collect(parsed: Parsed, given: CommandArguments, reject: Reject): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const argument of [...given.positionals, ...given.flags]) {
    const values = typedValues(argument, parsed, given);
    if (values !== undefined)
      input[argument.field.name] = readValue(argument, values, (what) =>
        reject(what(typedAs(argument.flag, given))),
      );
  }
  return input;
}

function readValue(
  { field }: Argument,
  values: readonly unknown[],
  reject: (what: (name: string) => string) => never,
): unknown {
  if (!field.list && values.length > 1)
    reject((name) => `The flag ${name} is given more than once.`);
  const read = values.map((value) =>
    typeof value === 'string' ? fromText(field, unguarded(value)) : value,
  );
  const numeric = field.kind === 'integer' || field.kind === 'number';
  if (numeric && !read.every(Number.isFinite)) reject((name) => `${name} must be a number.`);
  return field.list ? read : read[0];
}

/** The input's fields from the parsed arguments. Values are validated later; only rules of the command line itself are checked here. */
export function readInput(
  parsed: Parsed,
  given: CommandArguments,
  reject: Reject,
): Record<string, unknown> {
  const problem =
    unknownFlag(parsed, given) ?? unexpectedWord(parsed, given) ?? missingPositional(parsed, given);
  if (problem !== undefined) reject(problem);
  return collect(parsed, given, reject);
}
