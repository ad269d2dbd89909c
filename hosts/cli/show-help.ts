import { usageError } from 'svc-registry/kernel';
import type { Kernel } from '../../kernel/index.js';
import { commandHelp } from './command-help.js';
import { isProgram, type CommandNode, type Found } from './command-tree.js';
import { globalWords } from './globals.js';
import { groupHelp } from './overview.js';
import type { Session } from './session.js';

/** Imported on demand: suggestions are needed only for a wrong command. */
async function unknownCommand(node: CommandNode, word: string): Promise<Error> {
  return (await import('./unknown-command.js')).unknownCommand(node, word);
}

/** The help of a command or of a group. */
export async function helpOf(
  { node, rest }: Found,
  kernel: Kernel,
  columns: number,
): Promise<string> {
  const word = rest.find((part) => !part.startsWith('-'));
  if (node.operation === undefined && word !== undefined) throw await unknownCommand(node, word);
  if (node.operation === undefined) return groupHelp(node, columns);
  const help = commandHelp(node.path, await kernel.described(node.operation), columns);
  return node.children.size === 0 ? help : `${help}\n\n${groupHelp(node, columns)}`;
}

/** A group without a subcommand is not a command. A program alone prints its help and succeeds; for any other group the help explains the usage error. */
export async function showGroup(
  { node, rest }: Found,
  { terminal, globals }: Session,
): Promise<number> {
  const word = rest.find((part) => !globalWords.has(part));
  if (word?.startsWith('-') === true)
    throw usageError({ what: `Unknown flag: ${word}.`, hint: `See \`${node.path} --help\`.` });
  if (word !== undefined) throw await unknownCommand(node, word);
  if (globals.json)
    throw usageError({ what: 'Name a command.', hint: `See \`${node.path} --help\`.` });
  const help = groupHelp(node, terminal.style.width);
  (isProgram(node) ? terminal.out : terminal.err)(help);
  return isProgram(node) ? 0 : 2;
}
