import { programOf, type OperationManifest, type Program } from '../../kernel/manifest/manifest.js';

/** A word of the command line: the program, a command, a group of commands, or a command and a group (`review run` and `review run security`). */
export interface CommandNode {
  /** The words up to here: `svc plugin publish`. */
  readonly path: string;
  readonly children: Map<string, CommandNode>;
  operation: OperationManifest | undefined;
  /** A second name of a command; help lists it with the command itself. */
  aliasOf: string | undefined;
}

const emptyNode = (path: string): CommandNode => ({
  path,
  children: new Map(),
  operation: undefined,
  aliasOf: undefined,
});

function nodeAt(root: CommandNode, path: string): CommandNode {
  let node = root;
  for (const word of path.split(' ')) {
    const child = node.children.get(word) ?? emptyNode(`${node.path} ${word}`);
    node.children.set(word, child);
    node = child;
  }
  return node;
}

function addOperation(root: CommandNode, operation: OperationManifest): void {
  if (operation.cli === undefined || programOf(operation.cli) !== root.path) return;
  const { name, aliases = [] } = operation.cli;
  const first = nodeAt(root, name);
  first.operation ??= operation;
  for (const alias of aliases) {
    const node = nodeAt(root, alias);
    node.operation ??= operation;
    node.aliasOf ??= first.path;
  }
}

/** All commands of one program. When two operations claim the same name, the first one gets it. */
export function buildCommandTree(
  operations: Iterable<OperationManifest>,
  program: Program,
): CommandNode {
  const root = emptyNode(program);
  for (const operation of operations) addOperation(root, operation);
  return root;
}

export const isProgram = ({ path }: CommandNode): boolean => !path.includes(' ');

/** The command that a command line names, and the arguments that remain for it. */
export interface Found {
  readonly node: CommandNode;
  readonly rest: readonly string[];
}

/** Follows the leading words as far as they name commands. Global flags (`globals`) may stand between them. */
export function findCommand(
  root: CommandNode,
  args: readonly string[],
  globals: ReadonlySet<string>,
): Found {
  const skipped: string[] = [];
  let node = root;
  for (const [index, word] of args.entries()) {
    if (globals.has(word)) {
      skipped.push(word);
      continue;
    }
    const child = node.children.get(word);
    if (child === undefined) return { node, rest: [...skipped, ...args.slice(index)] };
    node = child;
  }
  return { node, rest: skipped };
}
