import { spawn } from 'node:child_process';
import type { Context } from 'svc-registry/kernel';
import { codeOf } from '../../../../toolbox/file-errors.js';

export type GitEnvironment = Pick<Context, 'env' | 'signal'>;

/** What git answers on stdout; `undefined` if it fails or is not installed. `input` is its stdin. */
export type Git = (args: readonly string[], input?: string) => Promise<Buffer | undefined>;

/** Of git's own variables only its configuration is passed on: the others may point to a repository whose hook runs this command. */
const WITHHELD = /^(?:SVC_|GIT_(?!CONFIG_|EXEC_PATH))/;

const TIME_LIMIT_MS = 60_000;

/** Reads the repository around a folder. Nothing is written, and nothing is fetched. */
export function gitIn(cwd: string, { env, signal }: GitEnvironment): Git {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.test(name)));
  const settings = {
    cwd,
    signal,
    timeout: TIME_LIMIT_MS,
    windowsHide: true,
    env: {
      ...kept,
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
  };
  return (args, input = '') =>
    new Promise((answered, failed) => {
      const child = spawn('git', ['-c', 'core.fsmonitor=false', ...args], settings);
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stderr.resume();
      // it may end without reading what it is given
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.on('error', (error) => {
        if (codeOf(error) === 'ENOENT') answered(undefined);
        else failed(error);
      });
      child.on('close', (code) => {
        answered(code === 0 ? Buffer.concat(chunks) : undefined);
      });
    });
}

/** An answer of one line; `undefined` if git answers nothing. */
export const lineOf = (answer: Buffer | undefined): string | undefined =>
  answer?.toString('utf8').trimEnd() || undefined;
