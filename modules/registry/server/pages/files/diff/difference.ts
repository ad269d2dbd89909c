import { structuredPatch } from 'diff';
import { shortened } from '../../../../../../toolbox/shortened.js';

/** The texts of a file in two versions; empty where one has no such file. */
export interface DifferenceTask {
  readonly before: string;
  readonly after: string;
}

/** A line of a difference. `@` is between two places of the file: the numbers are those of the next lines. */
export interface DifferentLine {
  readonly kind: ' ' | '+' | '-' | '@';
  /** Number of the line in the version before, from 1. */
  readonly before: number;
  readonly after: number;
  readonly text: string;
  /** Characters at its end that `text` leaves out. */
  readonly omitted?: number;
}

const CONTEXT = 3;
/** Lines that are added or removed: the time grows with their square. */
const MOST_EDITS = 1000;
/** Lines of a file that only one version has. */
const MOST_LINES = 20_000;
/** Characters of a line that are shown. */
const LONGEST_LINE = 400;

/** What differs, with some lines around it; `undefined` when that is too much to find out. */
export function difference({ before, after }: DifferenceTask): DifferentLine[] | undefined {
  // a file that is only in one of them differs in all of its lines
  if (before === '' || after === '') {
    const lines = [...wholly('-', before), ...wholly('+', after)];
    return lines.length > MOST_LINES ? undefined : lines.map(shortenedLine);
  }
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  });
  return patch?.hunks
    .flatMap(({ oldStart, newStart, lines }) =>
      linesOf(lines, { before: oldStart, after: newStart }),
    )
    .map(shortenedLine);
}

function wholly(kind: '+' | '-', text: string): DifferentLine[] {
  if (text === '') return [];
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.map((line, at) => ({ kind, before: at + 1, after: at + 1, text: line }));
}

function linesOf(
  lines: readonly string[],
  start: Pick<DifferentLine, 'before' | 'after'>,
): DifferentLine[] {
  let { before, after } = start;
  const all: DifferentLine[] = [{ kind: '@', before, after, text: '' }];
  for (const line of lines) {
    const kind = line[0];
    // "\ No newline at end of file"
    if (kind !== ' ' && kind !== '+' && kind !== '-') continue;
    all.push({ kind, before, after, text: line.slice(1) });
    if (kind !== '+') before += 1;
    if (kind !== '-') after += 1;
  }
  return all;
}

function shortenedLine(line: DifferentLine): DifferentLine {
  const omitted = line.text.length - LONGEST_LINE;
  return omitted > 0 ? { ...line, text: shortened(line.text, LONGEST_LINE), omitted } : line;
}
