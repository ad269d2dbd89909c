import type { OperationManifest } from '../../kernel/manifest/manifest.js';
import { commandArguments, negatedFlags, typedNames, usageOf, type Argument } from './flags.js';
import { globalRows } from './globals.js';
import { layOutHelp, type HelpRow } from './help-layout.js';

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

function typeOf({ kind, list }: Argument['field']): string {
  if (list) return 'array';
  return kind === 'integer' ? 'number' : kind;
}

/** Names the other fields as they are typed: a text is also that of a tool, where `skillName` is no flag. */
const inFlags = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/`(\w+)`/g, (_quoted, name: string) => `\`${names.get(name) ?? name}\``);

function rowOf({ field }: Argument, typed: string, names: ReadonlyMap<string, string>): HelpRow {
  const { choices, fallback } = field;
  const facts = [
    typeOf(field),
    ...(field.required ? ['required'] : []),
    ...(choices === undefined
      ? []
      : [`choices: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`]),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  return { typed, text: inFlags(firstLine(field.description), names), facts };
}

/** The help of one command. `path` is the command as typed: it may have several names. */
export function commandHelp(path: string, operation: OperationManifest, columns: number): string {
  const given = commandArguments(operation);
  const names = typedNames(operation);
  const flagRow = (argument: Argument): HelpRow => {
    const { short, flag } = argument;
    return rowOf(argument, short === undefined ? `    --${flag}` : `-${short}, --${flag}`, names);
  };
  // the help lists `--no-x` only where `--x` is the default
  const negations = negatedFlags(given)
    .filter(({ of }) => of.field.fallback === 'true')
    .map(({ flag, of }) => ({
      typed: `    --${flag}`,
      text: `The opposite of --${of.flag}`,
      facts: ['boolean'],
    }));
  const examples = (operation.cli?.examples ?? []).map(({ command, text }) => ({
    typed: command,
    text,
  }));
  return layOutHelp(
    [
      usageOf(path, given),
      operation.summary,
      operation.description ?? '',
      {
        title: 'Arguments',
        rows: given.positionals.map((argument) => rowOf(argument, argument.flag, names)),
      },
      { title: 'Options', rows: [...given.flags.map(flagRow), ...negations, ...globalRows] },
      { title: 'Examples', rows: examples },
    ],
    columns,
  );
}
