import type { CommandNode } from './command-tree.js';
import { findCommand, listChildren } from './command-tree.js';
import { commandArguments } from './flags.js';
import { globalWords } from './globals.js';

/** The flag that yargs' completion scripts call the program with. */
export const COMPLETION_REQUEST = '--get-yargs-completions';

/** What may stand at the place of the last word. `words` are those typed so far, the program's own name left out. */
export function completions(root: CommandNode, words: readonly string[]): readonly string[] {
  const current = words.at(-1) ?? '';
  const { node } = findCommand(root, words.slice(0, -1), globalWords);
  const known = node.operation === undefined ? [] : commandArguments(node.operation).flags;
  const choices = known.find(({ flag }) => `--${flag}` === words.at(-2))?.field.choices;
  if (choices !== undefined) return choices.filter((word) => word.startsWith(current));
  const flags = known.map(({ flag }) => `--${flag}`);
  const offered = current.startsWith('-') ? [...flags, '--help', '--json'] : listChildren(node).map(([name]) => name);
  return offered.filter((word) => word.startsWith(current));
}
