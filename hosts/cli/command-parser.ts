import { usageError } from 'svc-registry/kernel';
import type { Argv, Options } from 'yargs';
import type { OperationManifest } from '../../kernel/manifest/manifest.js';
import type { Field } from '../fields/field.js';
import {
  commandArguments,
  negatedFlags,
  typedAs,
  usageOf,
  type Argument,
  type CommandArguments,
} from './flags.js';
import { guardedWords, unguardedMessage } from './guarded-words.js';
import { plainParser } from './plain-parser.js';
import { readInput, type Parsed } from './read-input.js';

/** A command as typed: its words, the operation behind them, the arguments after them. */
export interface Invocation {
  readonly path: string;
  readonly operation: OperationManifest;
  readonly args: readonly string[];
}

const optionType = ({ kind }: Field): 'boolean' | 'number' | 'string' => {
  if (kind === 'boolean') return kind;
  return kind === 'integer' || kind === 'number' ? 'number' : 'string';
};

function optionOf({ field, short }: Argument): Options {
  const takesNothing =
    field.kind === 'boolean' || (field.list && !field.filled && field.choices === undefined);
  return {
    type: optionType(field),
    demandOption: field.required,
    ...(field.list ? { array: true } : {}),
    ...(takesNothing ? {} : { requiresArg: true }),
    ...(short === undefined ? {} : { alias: short }),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
  };
}

/** Declares the positionals as optional to yargs, so that a missing argument is reported in svc's own words. */
function declare(parser: Argv, given: CommandArguments): Argv {
  const words = given.positionals.map(({ field, flag }) =>
    field.list ? `[${flag}..]` : `[${flag}]`,
  );
  parser.command(['$0', ...words].join(' '), '', (command) => {
    for (const { field, flag } of given.positionals) {
      command.positional(flag, {
        type: 'string',
        ...(field.choices === undefined ? {} : { choices: field.choices }),
      });
    }
    return command;
  });
  for (const argument of given.flags) parser.option(argument.flag, optionOf(argument));
  for (const name of [...negatedFlags(given).map(({ flag }) => flag), 'json', 'no-color'])
    parser.option(name, { type: 'boolean' });
  return parser.option('help', { type: 'boolean', alias: 'h' });
}

/** The problem with a switch whose value is neither `true` nor `false`, which yargs would silently read as off. */
function switchWithValue(args: readonly string[], { flags }: CommandArguments): string | undefined {
  const end = args.indexOf('--');
  const switches = new Set([
    'json',
    'no-color',
    ...flags.filter(({ field }) => field.kind === 'boolean').map(({ flag }) => flag),
  ]);
  for (const word of args.slice(0, end === -1 ? undefined : end)) {
    const [, flag = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? [];
    if (switches.has(flag) && value !== 'true' && value !== 'false')
      return `The flag --${flag} takes no value, but was given "${value}".`;
  }
  return undefined;
}

/** The operation's input from the command line. Throws a usage error for arguments that do not fit. */
export function parseCommand(invocation: Invocation): Record<string, unknown> {
  const given = commandArguments(invocation.operation);
  const reject = (what: string): never => {
    throw usageError({
      what,
      hint: `Usage: ${usageOf(invocation.path, given)} (more with --help)`,
    });
  };
  const valued = switchWithValue(invocation.args, given);
  if (valued !== undefined) reject(valued);
  const words = guardedWords(invocation.args);
  const parser = declare(plainParser(words), given).fail((message: string) =>
    reject(inOurWords(unguardedMessage(message), given)),
  );
  const parsed = parser.parseSync() as Parsed;
  const input = readInput(parsed, given, reject);
  if (parsed['json'] !== true) return input;
  const missing = missingWithJson(invocation, input);
  if (missing !== undefined) reject(`--json requires --${missing}.`);
  return { ...invocation.operation.cli?.withJson, ...input };
}

/** The flag of the first field that `--json` requires and that was not given. */
function missingWithJson(
  { operation }: Invocation,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const missing = operation.cli?.requiredWithJson?.find((field) => input[field] === undefined);
  return commandArguments(operation).flags.find(({ field }) => field.name === missing)?.flag;
}

function inOurWords(message: string, given: CommandArguments): string {
  return message
    .replace(/^Not enough arguments following: (.+)$/, 'The flag --$1 needs a value.')
    .replace(
      /^Missing required arguments?: (.+)$/,
      (_all, names: string) => `Missing: --${names.split(', ').join(', --')}.`,
    )
    .replace(
      /^Invalid values:\s+Argument: (\S+), Given: (.+), Choices: (.+)$/s,
      (_all, name: string, ...[typed, choices]: string[]) =>
        `${typedAs(name, given)} must be one of ${choices ?? ''}, not ${typed ?? ''}.`,
    );
}
