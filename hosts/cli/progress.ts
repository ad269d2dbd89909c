import type { ProgressAmount, Progress } from 'svc-registry/kernel';
import { printable, printableLine } from './printable.js';
import { fitting, progressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

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
    const [shown, width] = [printableLine(printable(text, false)), columns()];
    status(
      amount === undefined
        ? style.dim(fitting(shown, width))
        : progressBar(shown, amount, { columns: width, unicode, style }),
    );
  };
}

/** One line for each piece of countable work. Steps without an amount are not printed: any number of them would flood a log. */
function plainSteps({ err }: Terminal): Progress['step'] {
  const printed = new Set<string>();
  return (text, amount) => {
    if (amount === undefined || printed.has(`${amount.phase} ${text}`)) return;
    printed.add(`${amount.phase} ${text}`);
    err(`${amount.phase} ${text}${placeOf(amount, printed.size)}`);
  };
}

function placeOf({ total }: ProgressAmount, number: number): string {
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
