import { isSvcError } from 'svc-registry/kernel';
import type { Kernel, OperationManifest } from '../../kernel/index.js';
import { findCommand, type CommandNode } from './command-tree.js';
import { commandArguments, type Argument, type CommandArguments } from './flags.js';
import { globalWords } from './globals.js';
import { listChildren } from './overview.js';

/**
 * Values come from this machine only, because the shell waits for them at every press of the key. Errors are dropped; commands report what is
 * wrong with the project.
 */
async function valuesOf(
  argument: Argument,
  { cli }: OperationManifest,
  kernel: Kernel,
): Promise<readonly string[]> {
  const source = cli?.complete?.[argument.field.name];
  if (argument.field.choices !== undefined || source === undefined)
    return argument.field.choices ?? [];
  if ('point' in source) {
    const contributed = kernel.manifests().flatMap(({ contributes }) => contributes);
    return contributed.filter(({ point }) => point === source.point).map(({ id }) => id);
  }
  try {
    const output = (await kernel.invoke(source.operation, {})) as Readonly<
      Record<string, readonly Readonly<Record<string, string | readonly string[]>>[]>
    >;
    return listedValues(output[source.list] ?? [], [source.field, source.also]);
  } catch (error) {
    if (isSvcError(error)) return [];
    throw error;
  } finally {
    await kernel.stop();
  }
}

function listedValues(
  entries: readonly Readonly<Record<string, string | readonly string[]>>[],
  fields: readonly (string | undefined)[],
): readonly string[] {
  const named = fields.filter((name) => name !== undefined);
  return [...new Set(named.flatMap((name) => entries.flatMap((entry) => entry[name] ?? [])))];
}

/** The flag that `word` names, if it takes a value: the word after it is then that value. */
const flagBefore = ({ flags }: CommandArguments, word: string | undefined): Argument | undefined =>
  flags.find(
    ({ field, flag, short }) =>
      field.kind !== 'boolean' &&
      (word === `--${flag}` || (short !== undefined && word === `-${short}`)),
  );

/** The positional argument that the last word fills. Words that are values of flags are not counted. */
function positionalAt(given: CommandArguments, typed: readonly string[]): Argument | undefined {
  const taken = typed.filter(
    (word, index) => !word.startsWith('-') && flagBefore(given, typed[index - 1]) === undefined,
  ).length;
  const last = given.positionals.at(-1);
  return given.positionals[taken] ?? (last?.field.list === true ? last : undefined);
}

/** The candidates for the last word. `words` are those typed so far, without the program's own name. */
export async function completions(
  root: CommandNode,
  words: readonly string[],
  kernel: Kernel,
): Promise<readonly string[]> {
  const current = words.at(-1) ?? '';
  const { node, rest } = findCommand(root, words.slice(0, -1), globalWords);
  const offered = await offeredAt(node, { current, typed: rest }, kernel);
  return offered.filter((word) => word.startsWith(current));
}

async function offeredAt(
  node: CommandNode,
  { current, typed }: { readonly current: string; readonly typed: readonly string[] },
  kernel: Kernel,
): Promise<readonly string[]> {
  const names = listChildren(node).map(([name]) => name);
  if (node.operation === undefined) return current.startsWith('-') ? ['--help', '--json'] : names;
  const operation = await kernel.described(node.operation);
  const given = commandArguments(operation);
  const asked = flagBefore(given, typed.at(-1));
  if (asked !== undefined) return valuesOf(asked, operation, kernel);
  if (current.startsWith('-'))
    return [...given.flags.map(({ flag }) => `--${flag}`), '--help', '--json'];
  const positional = positionalAt(given, typed);
  return [
    ...(typed.length === 0 ? names : []),
    ...(positional === undefined ? [] : await valuesOf(positional, operation, kernel)),
  ];
}
