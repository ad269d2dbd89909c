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
  const { env, signal, cwd } = plan;
  if (signal.aborted) return Promise.reject(cancelled({ what: 'Fetching the repository' }));
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      env,
      cwd,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: 'pipe',
    });
    const run = new Run(child, plan);
    child.on('error', (error) => {
      run.release();
      reject(isMissing(error) ? gitMissing(undefined, { cause: error }) : error);
    });
    child.on('close', (code) => {
      run.release();
      if (signal.aborted) reject(cancelled({ what: 'Fetching the repository' }));
      else if (code === 0 && run.failure === undefined) resolve(run.output());
      else reject(run.failure ?? new GitFailure(run.output().stderr));
    });
    // git may end before it has read all input
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Collects git's output, and stops git when it is silent too long, writes too much or is cancelled. */
class Run {
  failure: GitFailure | undefined;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private said = '';
  private timer: NodeJS.Timeout;
  private readonly stop = (): void => {
    endGroup(this.child);
  };

  constructor(
    private readonly child: ChildProcess,
    private readonly plan: Plan,
  ) {
    plan.signal.addEventListener('abort', this.stop);
    this.timer = this.wait();
    child.stdout?.on('data', (chunk: Buffer) => {
      this.heard();
      this.size += chunk.length;
      if (this.size > MAX_OUTPUT) this.fail(new GitFailure('too much output'));
      else this.chunks.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.heard();
      this.said = (this.said + chunk.toString('utf8')).slice(-MAX_SAID);
    });
  }

  output(): GitOutput {
    return { stdout: Buffer.concat(this.chunks), stderr: this.said };
  }

  release(): void {
    clearTimeout(this.timer);
    this.plan.signal.removeEventListener('abort', this.stop);
  }

  private heard(): void {
    clearTimeout(this.timer);
    this.timer = this.wait();
  }

  private wait(): NodeJS.Timeout {
    const { idleTimeout } = this.plan;
    return setTimeout(() => {
      this.fail(new GitFailure(this.said, idleTimeout));
    }, idleTimeout * 1000);
  }

  private fail(failure: GitFailure): void {
    this.failure ??= failure;
    this.stop();
  }
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
