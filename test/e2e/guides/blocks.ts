import { readFileSync } from 'node:fs';
import type { Code, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** A fenced block of commands for a shell. */
export interface Block {
  readonly line: number;
  readonly text: string;
  /** Why it cannot be run here: the fence says no-run="<reason>". */
  readonly noRun: string | undefined;
}

const codeOf = (node: Nodes): readonly Code[] => {
  if (node.type === 'code') return [node];
  return 'children' in node ? node.children.flatMap((child) => codeOf(child)) : [];
};

/** Throws for a fence whose words mean nothing. One that names a file shows the file, and holds no commands. */
export function blocksOf(path: string): readonly Block[] {
  return codeOf(fromMarkdown(readFileSync(path, 'utf8')))
    .filter(({ lang, meta }) => lang === 'sh' && meta?.startsWith('file=') !== true)
    .map(({ meta, value, position }) => {
      const noRun = /^no-run="(.+)"$/.exec(meta ?? '')?.[1];
      const line = position?.start.line ?? 0;
      if (meta && noRun === undefined)
        throw new Error(
          `${path}:${line}: a block of commands is marked no-run="<reason>" or not at all`,
        );
      return { line, text: value, noRun };
    });
}
