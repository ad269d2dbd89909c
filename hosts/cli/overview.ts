import { by } from '../../toolbox/by.js';
import { isProgram, type CommandNode } from './command-tree.js';
import { globalRows } from './globals.js';
import { layOutHelp, type HelpRow } from './help-layout.js';

/** True for second names, and for groups that contain only second names. */
function isAlias(node: CommandNode): boolean {
  const aliased = node.operation === undefined || node.aliasOf !== undefined;
  return aliased && [...node.children.values()].every(isAlias);
}

/**
 * The commands that help lists under a node, sorted by name. Second names are listed only in a group that contains nothing else.
 * Names are compared by code units: the first use of a locale's order costs milliseconds.
 */
export function listChildren(node: CommandNode): readonly (readonly [string, CommandNode])[] {
  const all = [...node.children].sort(by(([key]) => key));
  const named = all.filter(([, child]) => !isAlias(child));
  return named.length === 0 ? all : named;
}

/** The text beside a command in a list: its summary, or for a group the commands in it. */
function summaryOf(node: CommandNode): string {
  return (
    node.operation?.summary ??
    listChildren(node)
      .map(([name]) => name)
      .join(', ')
  );
}

/** Other names of a command within the same group: `i` for `install`. */
function aliasesOf(node: CommandNode, parent: CommandNode): string[] {
  return [...parent.children]
    .filter(([, other]) => other.aliasOf === node.path)
    .map(([name]) => name);
}

function rowOf(name: string, child: CommandNode, parent: CommandNode): HelpRow {
  const aliases = aliasesOf(child, parent);
  return {
    typed: `${parent.path} ${name}`,
    text: summaryOf(child),
    facts: aliases.length === 0 ? [] : [`aliases: ${aliases.join(', ')}`],
  };
}

/** The one command that belongs to every program and to no module. */
const completionRow = (program: CommandNode): HelpRow => ({
  typed: `${program.path} completion`,
  text: 'Print a script for bash, zsh or fish that completes commands, flags and their values',
  facts: [],
});

function commandRows(node: CommandNode): HelpRow[] {
  const rows = listChildren(node).map(([name, child]) => rowOf(name, child, node));
  return isProgram(node) ? [...rows, completionRow(node)].sort(by(({ typed }) => typed)) : rows;
}

/** The help of the program or of a group: its commands with their summaries. */
export function groupHelp(node: CommandNode, columns: number): string {
  const version = { typed: '    --version', text: 'Print the version', facts: ['boolean'] };
  return layOutHelp(
    [
      `${node.path} <command>`,
      { title: 'Commands', rows: commandRows(node) },
      { title: 'Options', rows: [...(isProgram(node) ? [version] : []), ...globalRows] },
      `More: ${node.path} <command> --help`,
    ],
    columns,
  );
}
