/** Lines that evidence stands on. */
import type { Located, Subject } from './feature.js';

/** A place in the description: its key's line, or the one of a longer value that holds the words. */
export function inDescription({ skill, description }: Subject, words: string): Located {
  const needle = words.toLowerCase();
  for (let row = description.line - 1; row < skill.body.from; row++) {
    const line = skill.lines[row] ?? '';
    const at = line.toLowerCase().indexOf(needle);
    if (at !== -1) return { line: row + 1, excerpt: around(line, at, needle.length) };
    if (row >= description.line && /^\S/.test(line)) break;
  }
  return { line: description.line, excerpt: words };
}

const BEFORE = 24;
const AFTER = 56;

/** The words at an offset of a line with some of those around them. */
function around(line: string, at: number, length: number): string {
  const from = at <= BEFORE ? 0 : line.indexOf(' ', at - BEFORE) + 1;
  const start = from > at || from === 0 ? Math.min(at, from) : from;
  const end = line.indexOf(' ', at + length + AFTER);
  return line.slice(start, end === -1 ? undefined : end).slice(0, 160);
}
