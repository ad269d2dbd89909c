import { isatty } from 'node:tty';
import type { TextStyle } from 'svc-registry/kernel';
import { printable, withoutColours } from './printable.js';
import { textStyle } from './text-style.js';
import { wrapText } from './wrap-text.js';

/** Where a command's words go. Output for programs and results is stdout; everything else is stderr. */
export interface Terminal {
  readonly style: TextStyle;
  /** A person can be asked and can see progress. */
  readonly interactive: boolean;
  /** For programs: as it is. */
  readonly out: (text: string) => void;
  /** For people: broken between words where it is longer than the terminal is wide. The same with `err`. */
  readonly text: (text: string) => void;
  readonly err: (text: string) => void;
  /** Lines on stderr can be replaced: it is a terminal that can do that, and not the log of a CI job. */
  readonly animated: boolean;
  /** Of the terminal behind stderr, as it is now. */
  readonly columns: () => number;
  /** Shows what is being done, on a line that the next one replaces; an empty text clears it. Nothing where lines cannot be replaced. */
  readonly status: (text: string) => void;
}

type Env = Readonly<Record<string, string | undefined>>;

const eraseLine = '\r\u001b[K';
/** A line that is longer than expected is cut by the terminal: a second row could not be erased. */
const unwrapped = (text: string): string => `\u001b[?7l${text}\u001b[?7h`;

/** No text can be read in fewer columns. */
const NARROWEST = 20;

function wishedColumns(env: Env): number | undefined {
  const wished = Number(env['COLUMNS']);
  return Number.isInteger(wished) && wished > 0 ? wished : undefined;
}

function columnsOf(env: Env, stream: NodeJS.WriteStream): number {
  return Math.max(NARROWEST, wishedColumns(env) ?? (stream.columns || 80));
}

/** As `CI` is understood by most programs. */
export const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** NO_COLOR (no-color.org) decides first, then FORCE_COLOR (force-color.org), else what the terminal can do. CI has no say in it. */
function hasColours(env: Env, isTerminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'] ?? '';
  return forced === '' ? isTerminal && env['TERM'] !== 'dumb' : isSet(forced);
}

/** The program that reads our output may end first (`svc list | head`): that is not an error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exitCode ??= 0;
  });
}

let opened: NodeJS.WriteStream | undefined;

/** Opened on first use: most commands write nothing there, and node makes the stream when it is first named. */
function openStderr(): NodeJS.WriteStream {
  if (opened === undefined) {
    opened = process.stderr;
    // a full disk, a closed pipe: there is nowhere else to say so, and the work itself goes on
    opened.on('error', () => undefined);
  }
  return opened;
}

export interface TerminalOptions {
  readonly env: Env;
  readonly colours: boolean;
  readonly interactive: boolean;
}

export function openTerminal({ env, colours, interactive }: TerminalOptions): Terminal {
  const { stdout } = process;
  ignoreClosedPipe(stdout);
  const stderr = { write: (text: string) => openStderr().write(text) };
  const animated = isatty(2) && env['TERM'] !== 'dumb' && !isSet(env['CI']);
  let pending = false;
  let watched = false;
  // the shell's prompt comes on a clean line, also when the process is ended immediately
  const clearAtExit = (): void => {
    if (watched) return;
    watched = true;
    process.once('exit', () => pending && stderr.write(eraseLine));
  };
  const clear = (): string => (pending ? eraseLine : '');
  // either may be a terminal while the other is a file
  const coloured = {
    out: colours && hasColours(env, stdout.isTTY),
    err: colours && hasColours(env, isatty(2)),
  };
  const colouring = coloured.out || coloured.err;
  const shown = (text: string, keep: boolean): string =>
    printable(keep || !colouring ? text : withoutColours(text), keep);
  const width = columnsOf(env, stdout);
  const limits = wishedColumns(env) !== undefined;
  const write = (text: string): unknown => stdout.write(`${text}\n`);
  return {
    style: textStyle({
      colours: colouring,
      width,
      limit: limits || stdout.isTTY ? width : Infinity,
    }),
    interactive,
    out: (text) => write(shown(text, coloured.out)),
    text: (text) => {
      const line = shown(text, coloured.out);
      write(limits || stdout.isTTY ? wrapText(line, width) : line);
    },
    err: (text) => {
      const line = shown(text, coloured.err);
      stderr.write(
        `${clear()}${limits || isatty(2) ? wrapText(line, columnsOf(env, openStderr())) : line}\n`,
      );
      pending = false;
    },
    animated,
    columns: () => (animated ? openStderr().columns || 80 : 80),
    status: (text) => {
      if (!animated || (text === '' && !pending)) return;
      clearAtExit();
      stderr.write(
        text === ''
          ? eraseLine
          : `${clear()}${unwrapped(shown(text.split('\n')[0] ?? '', coloured.err))}`,
      );
      pending = text !== '';
    },
  };
}
