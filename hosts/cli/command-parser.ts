import { usageError } from 'svc-registry/kernel';
import type { Argv, Options } from 'yargs';
import type { OperationManifest } from '../../kernel/manifest/manifest.js';
import type { Field } from '../fields/field.js';
import { commandArguments, usageOf, type Argument, type CommandArguments } from './flags.js';
import { plainParser, withGlobalFlags } from './plain-parser.js';
import { wrapHelp } from './wrap-help.js';
import { readInput, type Parsed } from './read-input.js';

/** A command as typed: its words, the operation behind them, the arguments after them. */
export interface Invocation {
  readonly path: string;
  readonly operation: OperationManifest;
  readonly args: readonly string[];
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

const optionType = ({ kind }: Field): 'boolean' | 'number' | 'string' => {
  if (kind === 'boolean') return kind;
  return kind === 'integer' || kind === 'number' ? 'number' : 'string';
};

function optionOf({ field, short }: Argument): Options {
  const takesNothing = field.kind === 'boolean' || (field.list && !field.filled && field.choices === undefined);
  return {
    type: optionType(field),
    description: firstLine(field.description),
    demandOption: field.required,
    ...(field.list ? { array: true } : {}),
    ...(takesNothing ? {} : { requiresArg: true }),
    ...(short === undefined ? {} : { alias: short }),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
    ...(field.fallback === undefined ? {} : { defaultDescription: field.fallback }),
  };
}

/** `--no-x` of every boolean flag, unless a field has that name. Shown where `--x` is what happens anyway. */
function negations({ flags }: CommandArguments): readonly (readonly [string, Options])[] {
  const taken = new Set(flags.map(({ flag }) => flag));
  return flags
    .filter(({ field, flag }) => field.kind === 'boolean' && !field.list && !taken.has(`no-${flag}`))
    .map(({ field, flag }) => [
      `no-${flag}`,
      { type: 'boolean', hidden: field.fallback !== 'true', description: `The opposite of --${flag}` },
    ]);
}

/** Positionals are optional to yargs, so that what is missing is reported in our words. */
function declare(parser: Argv, invocation: Invocation, given: CommandArguments): Argv {
  const { operation, path } = invocation;
  const words = given.positionals.map(({ field, flag }) => (field.list ? `[${flag}..]` : `[${flag}]`));
  const text = [operation.summary, operation.description].filter((part) => part !== undefined).join('\n\n');
  parser.usage(`${usageOf(path, given)}\n\n${text}`);
  parser.command(['$0', ...words].join(' '), operation.summary, (command) => {
    for (const { field, flag } of given.positionals) {
      const choices = field.choices === undefined ? {} : { choices: field.choices };
      command.positional(flag, { type: 'string', description: firstLine(field.description), ...choices });
    }
    return command;
  });
  for (const argument of given.flags) parser.option(argument.flag, optionOf(argument));
  for (const [name, option] of negations(given)) parser.option(name, option);
  for (const { command, text: why } of operation.cli?.examples ?? []) parser.example(command, why);
  return withGlobalFlags(parser);
}

function parserOf(invocation: Invocation): Argv {
  return declare(plainParser(invocation.args), invocation, commandArguments(invocation.operation));
}

/** The help of one command. */
export async function commandHelp(invocation: Invocation, columns: number): Promise<string> {
  return wrapHelp(await parserOf({ ...invocation, args: [] }).getHelp(), columns);
}

/** The operation's input as the command line gives it. Throws a usage error that says what does not fit. */
export function parseCommand(invocation: Invocation): Record<string, unknown> {
  const given = commandArguments(invocation.operation);
  const reject = (what: string): never => {
    throw usageError({ what, hint: `Usage: ${usageOf(invocation.path, given)} (more with --help)` });
  };
  const parser = declare(plainParser(invocation.args), invocation, given).fail((message: string) => reject(inOurWords(message)));
  const parsed = parser.parseSync() as Parsed;
  return readInput(parsed, given, reject);
}

function inOurWords(message: string): string {
  return message
    .replace(/^Not enough arguments following: (.+)$/, 'The flag --$1 needs a value.')
    .replace(/^Missing required arguments?: (.+)$/, (_all, names: string) => `Missing: --${names.split(', ').join(', --')}.`)
    .replace(/^Invalid values:\s+Argument: (\S+), Given: (.+), Choices: (.+)$/s, '--$1 must be one of $3, not $2.');
}
