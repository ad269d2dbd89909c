/** Reference definitions: `[label]: url "title"`, also those that serve as comments, such as `[//]: # (text)`. */
import type { Block } from './blocks.js';

export interface Definition {
  readonly label: string;
  readonly url: string;
  readonly title: string;
  readonly row: number;
  /** Rows that it takes. */
  readonly rows: number;
}

const START = /^ {0,3}\[([^\]]{1,999})\]:\s*(?:<([^>]*)>|(\S+))\s*/;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

/** The definitions at the beginning of a paragraph. */
export function definitionsOf(block: Block & { kind: 'paragraph' }): readonly Definition[] {
  const found: Definition[] = [];
  for (let at = 0; at < block.lines.length;) {
    const definition = definitionAt(block, at);
    if (definition === undefined) break;
    found.push(definition);
    at += definition.rows;
  }
  return found;
}

function definitionAt(
  { lines, row }: Block & { kind: 'paragraph' },
  at: number,
): Definition | undefined {
  const line = lines[at] as string;
  const start = START.exec(line);
  if (start === null) return undefined;
  const [whole, label, pointed, plain] = start as unknown as [string, string, string?, string?];
  const rest = line.slice(whole.length);
  const title = titleAt(lines, at, rest);
  return {
    label: label.toLowerCase(),
    url: pointed ?? plain ?? '',
    title: title.text,
    row: row + at,
    rows: title.rows,
  };
}

/** A title may go on over several lines; one that never ends is the rest of its line. */
function titleAt(
  lines: readonly string[],
  at: number,
  rest: string,
): { readonly text: string; readonly rows: number } {
  const close = CLOSING[rest.charAt(0)];
  if (close === undefined || rest.indexOf(close, 1) !== -1) return { text: bare(rest), rows: 1 };
  for (let last = at + 1; last < lines.length; last++) {
    const line = lines[last] as string;
    if (START.test(line)) break;
    if (line.trimEnd().endsWith(close))
      return {
        text: bare([rest, ...lines.slice(at + 1, last + 1)].join('\n')),
        rows: last - at + 1,
      };
  }
  return { text: bare(rest), rows: 1 };
}

const bare = (title: string): string => title.trim().replace(/^["'(]|["')]$/g, '');
