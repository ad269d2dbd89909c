/** Lines of a unit's text, and where they stand in the file. */
import type { Prose } from '../facts.js';
import type { At, Unit } from '../unit.js';

/** Without their line ends. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return text.includes('\r') ? lines.map((line) => line.replace(/\r$/, '')) : lines;
}

/** The line in the file of a row of the unit, from 0. */
export function lineOfRow(unit: Unit, row: number): number {
  return isFlat(unit) ? unit.line : unit.line + row;
}

/** A stretch of a prose's text, on the line where it begins. */
export function proseSpan(prose: Prose, from: number, to: number): At {
  const { unit, line } = prose.at;
  const text = prose.text.slice(from, to);
  if (isFlat(unit)) return { unit, line, text };
  const breaks = prose.breaks ?? [];
  let [low, high] = [0, breaks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] as number) <= from) low = middle + 1;
    else high = middle;
  }
  return { unit, line: line + low, text };
}

const isFlat = ({ decoded, flat }: Unit): boolean => decoded.length > 0 || flat === true;
