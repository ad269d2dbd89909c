import { usageError, type SvcError } from 'svc-registry/kernel';
import { listChildren, type CommandNode } from './command-tree.js';
import { plainParser, withGlobalFlags } from './plain-parser.js';
import { wrapHelp } from './wrap-help.js';
import { similar } from './similar.js';

/** What stands beside a command in a list: its summary, or for a group the commands in it. */
function summaryOf(node: CommandNode): string {
  return (
    node.operation?.summary ??
    listChildren(node)
      .map(([name]) => name)
      .join(', ')
  );
}

/** Other names of a command beside the command: `i` with `install`. */
function aliasesOf(node: CommandNode, parent: CommandNode): string[] {
  return [...parent.children].filter(([, other]) => other.aliasOf === node.path).map(([name]) => name);
}

/** The help of the program or of a group: its commands with their summaries. */
export async function groupHelp(node: CommandNode, columns: number): Promise<string> {
  const words = `svc ${node.path}`.trim();
  const parser = plainParser([]).usage(`${words} <command>`);
  for (const [name, child] of listChildren(node)) {
    parser.command([`${words.slice(4)} ${name}`.trim(), ...aliasesOf(child, node)], summaryOf(child));
  }
  if (node.path === '') parser.option('version', { type: 'boolean', description: 'Print the version' });
  return wrapHelp(await withGlobalFlags(parser).epilogue(`More: ${words} <command> --help`).getHelp(), columns);
}

/** A word that names no command. */
export function unknownCommand(node: CommandNode, word: string): SvcError {
  const words = `svc ${node.path}`.trim();
  const meant = similar(word, node.children.keys());
  const guess = meant === undefined ? '' : ` Did you mean \`${words} ${meant}\`?`;
  return usageError({ what: `Unknown command: ${words} ${word}.${guess}`, hint: `See \`${words} --help\`.` });
}
