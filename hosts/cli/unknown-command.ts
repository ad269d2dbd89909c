import { usageError, type SvcError } from 'svc-registry/kernel';
import type { CommandNode } from './command-tree.js';
import { similar } from './similar.js';

export function unknownCommand(node: CommandNode, word: string): SvcError {
  const words = `svc ${node.path}`.trim();
  const meant = similar(word, node.children.keys());
  const guess = meant === undefined ? '' : ` Did you mean \`${words} ${meant}\`?`;
  return usageError({
    what: `Unknown command: ${words} ${word}.${guess}`,
    hint: `See \`${words} --help\`.`,
  });
}
