/** Commands in sentences, such as "run `make install`". */
import { isPipedCommand } from '../piped-commands.js';
import { startsCommand } from './commands.js';
import type { Inline } from './inline.js';

export interface CommandSpan {
  readonly command: string;
  readonly row: number;
  /** The sentence around it, and its part before the command. */
  readonly sentence: string;
  readonly before: string;
}

const ORDER =
  /\b(?:run|running|execute|executing|use|using|type|enter|paste|invoke|call|launch|start|issue|install|set up|with|via|by|then|first|command|do|try|perform|apply)\b/i;
const ENDS = new Set(['. ', '! ', '? ']);
/** A sentence is looked for within so many characters. */
const REACH = 400;

/** Spans of code that begin like a command and that the sentence tells somebody to run, or that a `!` has the agent's program run. */
export function commandSpans({ visible, codes }: Inline): readonly CommandSpan[] {
  return codes
    .filter(({ text }) => text.includes(' ') && startsCommand(text))
    .map(({ text, row, offset }) => {
      const before = sentenceBefore(visible.text, offset);
      const after = visible.text.slice(offset, offset + text.length + REACH).split(/[.!?] /, 1)[0];
      return { command: text, row, before, sentence: `${before}${after ?? ''}` };
    })
    .filter(({ before }) => /(?:^\s*|!)$/.test(before) || ORDER.test(before));
}

/** Lines of a paragraph that are a command without marks of code, as in `<pre>`. */
export const bareCommands = (text: string): readonly CommandSpan[] =>
  text.split('\n').flatMap((line, row) => {
    const command = line.replace(/<[^<>]*>/g, '').trim();
    return isPipedCommand(command) ? [{ command, row, before: '', sentence: command }] : [];
  });

function sentenceBefore(text: string, offset: number): string {
  for (let at = offset - 2; at > offset - REACH && at >= 0; at--)
    if (ENDS.has(text.slice(at, at + 2))) return text.slice(at + 2, offset);
  return text.slice(Math.max(0, offset - REACH), offset);
}
