import { spawn, type ChildProcess } from 'node:child_process';
import { cancelled } from 'svc-registry/kernel';
import { signalGroup } from '../../../../../toolbox/process-group.js';
import { isMissing } from '../../../../../toolbox/file-errors.js';
import { gitMissing } from '../../../contract/source-errors.js';

/** git failed or was stopped. Its output is input for `explainGitFailure`, not for people. */
export class GitFailure extends Error {
  constructor(
    readonly said: string,
    /** Seconds without output before it was stopped; `undefined` if git ended by itself. */
    readonly silentFor?: number,
  ) {
    super(`git failed: ${said}`);
  }
}

export interface GitOutput {
  readonly stdout: Buffer;
  readonly stderr: string;
}

interface Plan {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Seconds without any output after which git is stopped. */
  readonly idleTimeout: number;
  readonly cwd: string;
}

const MAX_OUTPUT = 512 * 1024 * 1024;
const MAX_SAID = 64 * 1024;
const GRACE_MS = 1000;

/**
 * Runs git without a shell, in a session of its own: without a terminal nothing can ask for a password, and git is stopped
 * together with all programs that it started.
 */
export function runGit(args: readonly string[], input: string, plan: Plan): Promise<GitOutput> {
  const { env, signal, idleTimeout, cwd } = plan;
  if (signal.aborted) return Promise.reject(cancelled({ what: 'Fetching the repository' }));
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      env,
      cwd,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: 'pipe',
    });
    const chunks: Buffer[] = [];
    let [size, said] = [0, ''];
    let failure: GitFailure | undefined;
    const stop = (): void => {
      endGroup(child);
    };
    const fail = (reason: GitFailure): void => {
      failure ??= reason;
      stop();
    };
    const idle = setTimeout(() => {
      fail(new GitFailure(said, idleTimeout));
    }, idleTimeout * 1000);
    const release = (): void => {
      clearTimeout(idle);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    child.stdout.on('data', (chunk: Buffer) => {
      idle.refresh();
      size += chunk.length;
      if (size > MAX_OUTPUT) fail(new GitFailure('too much output'));
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      idle.refresh();
      said = (said + chunk.toString('utf8')).slice(-MAX_SAID);
    });
    child.on('error', (error) => {
      release();
      reject(isMissing(error) ? gitMissing(undefined, { cause: error }) : error);
    });
    child.on('close', (code) => {
      release();
      if (signal.aborted) reject(cancelled({ what: 'Fetching the repository' }));
      else if (code === 0 && failure === undefined)
        resolve({ stdout: Buffer.concat(chunks), stderr: said });
      else reject(failure ?? new GitFailure(said));
    });
    // git may end before it has read all input
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => {
    signalGroup(child, 'SIGKILL');
  }, GRACE_MS);
  child.on('close', () => {
    clearTimeout(timer);
  });
}
