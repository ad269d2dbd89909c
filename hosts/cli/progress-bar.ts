import type { ProgressAmount, TextStyle } from 'svc-registry/kernel';
import { sizeText } from './text-style.js';
import { widthOf } from './wrap-text.js';

export interface BarLook {
  /** Columns of the terminal. */
  readonly columns: number;
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean;
  readonly style: Pick<TextStyle, 'cyan' | 'dim'>;
}

/**
 * Columns that are left free: two for the `^C` of an interrupt, which must not start a second row, and the last one, at which some terminals
 * wrap.
 */
const FREE = 3;
const LONGEST = 24;
const SHORTEST = 5;
/** Columns of the current piece's name that are shown before the bar is made shorter for it. */
const NAME = 20;

/** One line: the phase, a bar, the number of pieces, the bytes, and the current piece. In a narrow terminal the last of these are left out first. */
export function progressBar(
  text: string,
  { phase, done, total, bytes }: ProgressAmount,
  { columns, unicode, style }: BarLook,
): string {
  const whole = Math.max(1, total);
  const counted = `${Math.min(whole, Math.max(0, Math.floor(done)))}/${whole}${bytes === undefined ? '' : ` ${sizeText(bytes)}`}`;
  const room = columns - FREE - phase.length - counted.length - 2;
  if (room <= SHORTEST) return fitting(`${phase} ${counted}`, columns);
  const length = Math.max(SHORTEST, Math.min(LONGEST, room - Math.min(widthOf(text), NAME) - 1));
  const full = Math.round(Math.min(1, Math.max(0, done / whole)) * length);
  const [on, off] = unicode ? ['█', '░'] : ['#', '-'];
  const name = shortened(text, room - length - 1);
  const bar = `${style.cyan(on.repeat(full))}${style.dim(off.repeat(length - full))}`;
  return `${phase} ${bar} ${counted}${name === '' ? '' : ` ${style.dim(name)}`}`;
}

/** The part of a line that fits on one row of the terminal. */
export function fitting(line: string, columns: number): string {
  return shortened(line, columns - FREE);
}

/** Cuts between characters, never within one. */
function shortened(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let left = room;
  const characters = Array.from(text);
  const end = characters.findIndex((character) => (left -= widthOf(character)) < 0);
  return characters.slice(0, end).join('');
}
