import type { OperationManifest } from '../../kernel/manifest/manifest.js';
import { fieldsOf, type Field } from '../fields/field.js';

/** A field of the input as a flag or as an argument by position. */
export interface Argument {
  readonly field: Field;
  /** As typed, without dashes: `dry-run`. */
  readonly flag: string;
  readonly short: string | undefined;
}

export interface CommandArguments {
  readonly positionals: readonly Argument[];
  readonly flags: readonly Argument[];
}

/** The flag `--yes` of commands that ask for confirmation. */
const yes: Argument = {
  field: {
    name: 'yes',
    kind: 'boolean',
    list: false,
    required: false,
    filled: false,
    description: 'Do it without asking; required where there is no terminal.',
    choices: undefined,
    fallback: undefined,
  },
  flag: 'yes',
  short: 'y',
};

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function commandArguments(operation: OperationManifest): CommandArguments {
  const { positionals = [], short = {}, flags = {}, omit = [], confirm } = operation.cli ?? {};
  const all = [...fieldsOf(operation).values()]
    .filter(({ name }) => !omit.includes(name))
    .map((field) => ({
      field,
      flag: flags[field.name] ?? kebab(field.name),
      short: short[field.name],
    }));
  const byName = new Map(all.map((argument) => [argument.field.name, argument]));
  return {
    positionals: positionals
      .map((name) => byName.get(name))
      .filter((argument) => argument !== undefined),
    flags: [
      ...all.filter(({ field }) => !positionals.includes(field.name) && field.kind !== 'other'),
      ...(confirm === undefined ? [] : [yes]),
    ],
  };
}

/**
 * The flag for each field that is not positional: `--dry-run` for `dryRun`. Fields that have another name in the query are found under both
 * names.
 */
export function typedNames(operation: OperationManifest): ReadonlyMap<string, string> {
  const inQuery = operation.http?.query ?? {};
  const names = commandArguments(operation).flags.flatMap(({ field: { name }, flag }) => {
    const typed = `--${flag}`;
    return [[name, typed] as const, [inQuery[name] ?? name, typed] as const];
  });
  return new Map(names);
}

/** A positional argument in the usage line: `<source>`, `[path]`, `[paths..]`. */
export function positionalText({ field, flag }: Argument): string {
  const name = field.list ? `${flag}..` : flag;
  return field.required ? `<${name}>` : `[${name}]`;
}

/** An argument as messages name it: `<port>` by position, `--port` as a flag. */
export function typedAs(name: string, { positionals }: CommandArguments): string {
  const byPosition = positionals.find(({ flag }) => flag === name);
  return byPosition === undefined ? `--${name}` : positionalText(byPosition);
}

/** `svc plugin publish [path]`. */
export function usageOf(path: string, { positionals }: CommandArguments): string {
  return [path, ...positionals.map(positionalText)].join(' ');
}

/** `--no-x` of every boolean flag, unless a field has that name. */
export function negatedFlags({
  flags,
}: CommandArguments): readonly { readonly flag: string; readonly of: Argument }[] {
  const taken = new Set(flags.map(({ flag }) => flag));
  return flags
    .filter(
      ({ field, flag }) => field.kind === 'boolean' && !field.list && !taken.has(`no-${flag}`),
    )
    .map((of) => ({ flag: `no-${of.flag}`, of }));
}
