import { isatty } from 'node:tty';
import type { TextStyle } from 'svc-registry/kernel';
import pc from 'picocolors';
import { printable } from './printable.js';

/** Where a command's words go. Output for programs and results is stdout; everything else is stderr. */
export interface Terminal {
  readonly style: TextStyle;
  /** A person can be asked and can see progress. */
  readonly interactive: boolean;
  readonly out: (text: string) => void;
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

function columnsOf(env: Env, stream: NodeJS.WriteStream): number {
  const wished = Number(env['COLUMNS']);
  const columns = Number.isInteger(wished) && wished > 0 ? wished : (stream.columns as number | undefined);
  return Math.max(40, columns ?? 80);
}

/** As `CI` is understood by most programs. */
export const isSet = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0' && value !== 'false';

function styleOf(colours: boolean, width: number): TextStyle {
  const { bold, dim, red, green, yellow, cyan } = pc.createColors(colours);
  return { width, bold, dim, red, green, yellow, cyan };
}

/** Whoever reads may stop reading (`svc list | head`): that is no error of ours. */
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
  // also where the process is ended at once, the shell's prompt comes on a clean line
  const clearAtExit = (): void => {
    if (watched) return;
    watched = true;
    process.once('exit', () => pending && stderr.write(eraseLine));
  };
  const clear = (): string => (pending ? eraseLine : '');
  const wanted = colours && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb' && stdout.isTTY;
  return {
    style: styleOf(wanted, columnsOf(env, stdout)),
    interactive,
    out: (text) => stdout.write(`${printable(text, wanted)}\n`),
    err: (text) => {
      stderr.write(`${clear()}${printable(text, wanted)}\n`);
      pending = false;
    },
    animated,
    columns: () => (animated ? openStderr().columns || 80 : 80),
    status: (text) => {
      if (!animated || (text === '' && !pending)) return;
      clearAtExit();
      stderr.write(text === '' ? eraseLine : `${clear()}${unwrapped(printable(text.split('\n')[0] ?? '', wanted))}`);
      pending = text !== '';
    },
  };
}
