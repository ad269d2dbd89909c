import type { Kernel, Program } from '../../kernel/index.js';
import { buildCommandTree, findCommand, type CommandNode } from './command-tree.js';
import { globalWords } from './globals.js';

function anyOperation({ operation, children }: CommandNode): string | undefined {
  return operation?.id ?? [...children.values()].map(anyOperation).find((id) => id !== undefined);
}

/**
 * Answers a command of an unavailable module with the reason, rather than as an unknown command. `usable` is what the words name among the
 * usable commands.
 */
export async function refuseUnavailable(
  kernel: Kernel,
  args: readonly string[],
  { program, usable }: { readonly program: Program; readonly usable: CommandNode },
): Promise<void> {
  const root = buildCommandTree(kernel.unavailableOperations(), program);
  const { node } = findCommand(root, args, globalWords);
  const id = node.path.length > usable.path.length ? anyOperation(node) : undefined;
  if (id !== undefined) await kernel.invoke(id, {});
}
