import type { Progress, ProgressAmount, TextStyle } from 'svc-registry/kernel';
import { printable, printableLine } from './printable.js';
import type { Terminal } from './terminal.js';
import { sizeText } from './text-style.js';
import { widthOf } from './text-layout.js';

interface ProgressOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A program reads the output, so only notes and warnings are printed. */
  readonly json: boolean;
}

/**
 * Progress on stderr. The current step is a line that the next one replaces, with a bar where the amount is known; notes and warnings get
 * lines of their own. Where lines cannot be replaced, each piece of work gets one line when it begins.
 */
export function terminalProgress(terminal: Terminal, { env, json }: ProgressOptions): Progress {
  return {
    step: json ? () => undefined : stepsOn(terminal, speaksUnicode(env)),
    note: (text) => {
      terminal.err(text);
    },
    warn: (text) => {
      terminal.err(`${terminal.style.yellow('warning:')} ${text}`);
    },
  };
}

function stepsOn(terminal: Terminal, unicode: boolean): Progress['step'] {
  const { style, columns, status } = terminal;
  if (!terminal.animated) return plainSteps(terminal);
  return (text, amount) => {
    const [shown, width] = [oneLine(text), columns()];
    status(
      amount === undefined
        ? style.dim(fitting(shown, width))
        : progressBar(shown, amount, { columns: width, unicode, style }),
    );
  };
}

/** Text that may come from a server or a plugin. */
const oneLine = (text: string): string => printableLine(printable(text, false));

/** One line for each piece of countable work. Steps without an amount are not printed: any number of them would flood a log. */
function plainSteps({ err }: Terminal): Progress['step'] {
  const begun = new Map<string, Set<string>>();
  return (text, amount) => {
    if (amount === undefined) return;
    const pieces = begun.get(amount.phase) ?? new Set();
    if (pieces.has(text)) return;
    begun.set(amount.phase, pieces.add(text));
    err(oneLine(`${amount.phase} ${text}${positionOf(amount, pieces.size)}`));
  };
}

/** `printed` counts the pieces of the phase that were printed; of a run elsewhere not all of them are seen. */
function positionOf({ done, total }: ProgressAmount, printed: number): string {
  const number = Math.max(printed, Math.floor(done) + 1);
  return total > 1 ? ` (${Math.min(number, total)} of ${total})` : '';
}

/** A console without UTF-8 would show block characters as question marks. */
function speaksUnicode(env: ProgressOptions['env']): boolean {
  const locale =
    [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(
      (value) => value !== undefined && value !== '',
    ) ?? '';
  return (
    env['TERM'] !== 'linux' &&
    (process.platform === 'win32' || process.platform === 'darwin' || /utf-?8/i.test(locale))
  );
}

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
function fitting(line: string, columns: number): string {
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
