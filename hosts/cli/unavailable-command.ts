import type { Kernel } from '../../kernel/index.js';
import { buildCommandTree, findCommand, type CommandNode } from './command-tree.js';
import { globalWords } from './globals.js';

function anyOperation({ operation, children }: CommandNode): string | undefined {
  return operation?.id ?? [...children.values()].map(anyOperation).find((id) => id !== undefined);
}

/**
 * Answers a command of an unavailable module with the reason, rather than as an unknown command. `path` holds the words that usable commands
 * match.
 */
export async function refuseUnavailable(
  kernel: Kernel,
  args: readonly string[],
  path: string,
): Promise<void> {
  const { node } = findCommand(buildCommandTree(kernel.unavailableOperations()), args, globalWords);
  const id = node.path.length > path.length ? anyOperation(node) : undefined;
  if (id !== undefined) await kernel.invoke(id, {});
}
