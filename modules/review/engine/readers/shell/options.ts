/** Options of commands, as getopt reads them. */
import { from, type Flow } from './flow.js';

export interface Options {
  /** Options by their name with dashes, with the values they were given. */
  readonly given: ReadonlyMap<string, readonly Flow[]>;
  /** Arguments that are no options. */
  readonly rest: readonly Flow[];
}

const sets = new Map<string, ReadonlySet<string>>();

/** Names that take a value, as one text with blanks; every text becomes a set once. */
export function names(list: string): ReadonlySet<string> {
  let set = sets.get(list);
  if (set === undefined) sets.set(list, (set = new Set(list.split(' '))));
  return set;
}

/** Splits arguments; `stops` ends the options at the first other argument, as wrappers do. */
export function optionsOf(
  args: readonly Flow[],
  valued: ReadonlySet<string>,
  stops = false,
): Options {
  const given = new Map<string, Flow[]>();
  const rest: Flow[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as Flow;
    if (arg.text === '--') return { given, rest: [...rest, ...args.slice(index + 1)] };
    if (isOption(arg)) {
      const open = addOptions(given, optionsIn(arg, valued));
      const value = args[index + 1];
      if (open === undefined || value === undefined) continue;
      add(given, open, value);
      index++;
    } else if (stops) return { given, rest: args.slice(index) };
    else rest.push(arg);
  }
  return { given, rest };
}

const isOption = ({ text }: Flow): boolean => text.length > 1 && text.startsWith('-');

/** Adds options; the answer is the one whose value is the next argument. */
function addOptions(given: Map<string, Flow[]>, read: readonly Option[]): string | undefined {
  for (const { name, value } of read) add(given, name, value);
  const last = read.at(-1);
  return last?.takes === true ? last.name : undefined;
}

interface Option {
  readonly name: string;
  readonly value?: Flow;
  /** Whether its value is the next argument. */
  readonly takes: boolean;
}

function optionsIn(arg: Flow, valued: ReadonlySet<string>): Option[] {
  // tools such as find and openssl write long names with one dash
  if (valued.has(arg.text)) return [{ name: arg.text, takes: true }];
  if (!arg.text.startsWith('--')) return cluster(arg, valued);
  const equals = arg.text.indexOf('=');
  if (equals === -1) return [{ name: arg.text, takes: false }];
  return [{ name: arg.text.slice(0, equals), value: from(arg, equals + 1), takes: false }];
}

function cluster(arg: Flow, valued: ReadonlySet<string>): Option[] {
  const read: Option[] = [];
  for (let index = 1; index < arg.text.length; index++) {
    const name = `-${arg.text.charAt(index)}`;
    if (!valued.has(name)) read.push({ name, takes: false });
    else if (index + 1 < arg.text.length)
      return [...read, { name, value: from(arg, index + 1), takes: false }];
    else return [...read, { name, takes: true }];
  }
  return read;
}

function add(given: Map<string, Flow[]>, name: string, value: Flow | undefined): void {
  let values = given.get(name);
  if (values === undefined) given.set(name, (values = []));
  if (value !== undefined) values.push(value);
}

/** Values of an option under any of its names. */
export function valuesOf({ given }: Options, ...options: readonly string[]): readonly Flow[] {
  return options.flatMap((name) => given.get(name) ?? []);
}

export function has({ given }: Options, ...options: readonly string[]): boolean {
  return options.some((name) => given.has(name));
}
