import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import type { Context } from 'svc-registry/kernel';
import { programNotStarted } from '../module/contract/errors.js';
import type { Interrupts } from './exit.js';
import type { Terminal } from './terminal.js';

type Foreground = Context['foreground'];
type Ended = Awaited<ReturnType<Foreground>>;

const ignore = (): void => undefined;

/** Restores what the terminal is set to now, such as whether it shows what is typed: a killed program leaves it as it was using it. */
function terminalRestorer(): () => void {
  if (!isatty(0)) return ignore;
  const stdio = ['inherit', 'pipe', 'ignore'] as const;
  const { stdout, status } = spawnSync('stty', ['-g'], { stdio: [...stdio], encoding: 'utf8' });
  if (status !== 0) return ignore;
  // a shell that was killed leaves its own process group in the foreground, and this one would be
  // stopped for changing the terminal
  const restore = ['-c', 'trap "" TTOU; exec stty "$1"', 'sh', stdout.trim()];
  return () => void spawnSync('sh', restore, { stdio: [...stdio] });
}

function reasonOf(error: NodeJS.ErrnoException, cwd: string): string {
  // the system reports both with the same codes
  if (!existsSync(`${cwd}/.`)) return `the folder ${cwd} does not exist or cannot be entered`;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'it was not found',
    ENOTDIR: 'it was not found',
    EACCES: 'it is not executable',
    ENOEXEC: 'it is not a program for this machine',
    E2BIG: 'its arguments and environment are too long',
  };
  return reasons[error.code ?? ''] ?? error.message;
}

function end(child: ChildProcess): Promise<Ended> {
  return new Promise((done, failed) => {
    child.on('error', (error) => {
      // a program of another user, such as `sudo`, cannot be sent a signal, and goes on
      if (child.pid === undefined) failed(error);
    });
    child.on('close', (code, signal) => {
      done({ code: code ?? 128 + constants.signals[signal as NodeJS.Signals], signal });
    });
  });
}

interface Parts {
  readonly interrupts: Pick<Interrupts, 'passOn' | 'signal'>;
  readonly terminal: Pick<Terminal, 'status'>;
  readonly json: boolean;
}

/** Runs programs in the terminal of the command. Their process group is this one: keys reach both, and job control of the shell stops both. */
export function foregroundIn({ interrupts, terminal, json }: Parts): Foreground {
  return async (program, args, options) => {
    interrupts.signal.throwIfAborted();
    terminal.status('');
    const restore = terminalRestorer();
    // the terminal sends SIGQUIT to the program too
    process.on('SIGQUIT', ignore);
    try {
      const stdio: StdioOptions = ['inherit', json ? 2 : 'inherit', 'inherit'];
      const child = spawn(program, args, { ...options, stdio });
      let starting = true;
      setImmediate(() => setImmediate(() => (starting = false)));
      // Ctrl+C during the start, which is reported by now, has not reached the program
      interrupts.passOn((name) => (starting || name !== 'SIGINT') && child.kill(name));
      return await end(child);
    } catch (error) {
      const why = reasonOf(error as NodeJS.ErrnoException, options.cwd);
      throw programNotStarted({ program, why }, { cause: error });
    } finally {
      interrupts.passOn(undefined);
      process.off('SIGQUIT', ignore);
      restore();
    }
  };
}
