import { isatty } from 'node:tty';
import type { TextStyle } from 'svc-registry/kernel';
import { printable, withoutColours } from './printable.js';
import { textStyle } from './text-style.js';
import { wrapText } from './text-layout.js';

/** Where a command's output goes: results to stdout, everything else to stderr. */
export interface Terminal {
  readonly style: TextStyle;
  /** Whether a person is present, who can be asked and sees progress. */
  readonly interactive: boolean;
  /** For programs: written unchanged. */
  readonly out: (text: string) => void;
  /** For people: wrapped between words to the width of the terminal. The same applies to `err`. */
  readonly text: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether lines on stderr can be replaced: stderr is a capable terminal, not the log of a CI job. */
  readonly animated: boolean;
  /** The current width of the terminal behind stderr. */
  readonly columns: () => number;
  /** Shows the current activity on a line that the next call replaces; an empty text clears it. Does nothing where lines cannot be replaced. */
  readonly status: (text: string) => void;
}

type Env = Readonly<Record<string, string | undefined>>;

const eraseLine = '\r\u001b[K';
/** Lets the terminal cut a line that is too long: if it wrapped, the second row could not be erased. */
const unwrapped = (text: string): string => `\u001b[?7l${text}\u001b[?7h`;

/** The least width that text is wrapped to; it is unreadable in fewer columns. */
const NARROWEST = 20;

function wishedColumns(env: Env): number | undefined {
  const wished = Number(env['COLUMNS']);
  return Number.isInteger(wished) && wished > 0 ? wished : undefined;
}

function columnsOf(env: Env, stream: NodeJS.WriteStream): number {
  return Math.max(NARROWEST, wishedColumns(env) ?? (stream.columns || 80));
}

/** Whether a variable is set, in the way most programs interpret `CI`. */
export const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** NO_COLOR (no-color.org) decides first, then FORCE_COLOR (force-color.org), then whether it is a terminal. `CI` is not considered. */
function hasColours(env: Env, isTerminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'] ?? '';
  return forced === '' ? isTerminal && env['TERM'] !== 'dumb' : isSet(forced);
}

/** The reader of the output may exit first (`svc list | head`), which is not an error. A full disk is one. */
function watchOutput(stream: NodeJS.WriteStream): void {
  let failed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exitCode ??= 0;
    else if (!failed) void failOutput(error);
    failed = true;
  });
}

/** Part of the output is lost: nothing that the command still does could make up for it. */
async function failOutput(error: Error): Promise<void> {
  const [{ ExitCode }, { fileReason, fileSystemReason }] = await Promise.all([
    import('svc-registry/kernel'),
    import('../../toolbox/file-reasons.js'),
  ]);
  const hint = fileReason(error)?.hint;
  openStderr().write(
    `error: The output could not be written: ${fileSystemReason(error)}.\n${hint === undefined ? '' : `hint: ${hint}\n`}`,
  );
  process.exit(ExitCode.unavailable);
}

let opened: NodeJS.WriteStream | undefined;

/** Opened on first use: most commands write nothing to stderr, and node creates the stream when it is first accessed. */
function openStderr(): NodeJS.WriteStream {
  if (opened === undefined) {
    opened = process.stderr;
    // a full disk or a closed pipe must not fail the command, and there is no other place to report
    // it
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
  watchOutput(stdout);
  const stderr = { write: (text: string) => openStderr().write(text) };
  const animated = isatty(2) && env['TERM'] !== 'dumb' && !isSet(env['CI']);
  let pending = false;
  let watched = false;
  // clears the status line for the shell's prompt, also when the process is ended immediately
  const clearAtExit = (): void => {
    if (watched) return;
    watched = true;
    process.once('exit', () => pending && stderr.write(eraseLine));
  };
  const clear = (): string => (pending ? eraseLine : '');
  // one stream may be a terminal while the other is a file
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
      reader: stdout.isTTY ? 'person' : 'agent',
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
