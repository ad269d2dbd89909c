import { usageError, type SvcError } from 'svc-registry/kernel';
import type { CommandNode } from './command-tree.js';
import { similar } from './similar.js';

export function unknownCommand(node: CommandNode, word: string): SvcError {
  const meant = similar(word, node.children.keys());
  const guess = meant === undefined ? '' : ` Did you mean \`${node.path} ${meant}\`?`;
  return usageError({
    what: `Unknown command: ${node.path} ${word}.${guess}`,
    hint: `See \`${node.path} --help\`.`,
  });
}
