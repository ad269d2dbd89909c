import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { cancelled, type Context } from 'svc-registry/kernel';

const MAX_SAID = 8 * 1024;

interface Plan {
  readonly cwd: string;
  readonly env: Context['env'];
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
  readonly onSaid: (text: string) => void;
}

/**
 * Runs a program that answers on stdout, with this process's stdin. It stays in the process group of the command, as one in the foreground
 * does, so that Ctrl+C reaches it too. Answers its exit code, and the end of what it wrote to stderr.
 */
export function runCaptured(
  program: string,
  args: readonly string[],
  { cwd, env, signal, onLine, onSaid }: Plan,
): Promise<{ readonly code: number; readonly said: string }> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['inherit', 'pipe', 'pipe'] });
    const stop = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    let said = '';
    createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', onLine);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_SAID);
      onSaid(text);
    });
    child.on('error', reject);
    child.on('close', (code, ended) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(cancelled({ what: 'The agent' }));
      else resolve({ code: code ?? 128 + constants.signals[ended ?? 'SIGTERM'], said });
    });
  });
}
