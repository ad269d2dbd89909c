import type { ChildProcess } from 'node:child_process';
import { signalGroup } from '../../../../../toolbox/process-group.js';

/** Milliseconds between SIGTERM and SIGKILL, and between SIGKILL and giving up. */
const GRACE = 1_000;

/** How long a hook may take. */
export interface Limit {
  readonly seconds: number;
  /** Why the limit differs from the one that the hook declares; `undefined` when it does not. */
  readonly why?: string | undefined;
}

/** Ends a process and its group when its time is up, or when the caller stops waiting. */
export class TimeLimit {
  /** Resolves when even SIGKILL did not end the process, such as one that waits for an unreachable network drive. */
  readonly givenUp: Promise<undefined>;
  /** The reason, once the process was ended. */
  exceeded: string | undefined;
  private timer: NodeJS.Timeout;
  private giveUp: () => void = () => undefined;
  private readonly onAbort = (): void => {
    this.end('was interrupted');
  };

  constructor(
    private readonly child: ChildProcess,
    { seconds, why }: Limit,
    private readonly signal: AbortSignal,
  ) {
    this.givenUp = new Promise((done) => {
      this.giveUp = () => {
        done(undefined);
      };
    });
    this.timer = setTimeout(() => {
      this.end(
        `did not end within ${seconds} s${why === undefined ? '' : ` (${why})`} and was killed`,
      );
    }, seconds * 1000);
    signal.addEventListener('abort', this.onAbort);
    if (signal.aborted) this.onAbort();
  }

  /** To be called when the process has ended. */
  clear(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.onAbort);
    // its child processes may have ignored SIGTERM
    if (this.exceeded !== undefined) signalGroup(this.child, 'SIGKILL');
  }

  private end(why: string): void {
    if (this.exceeded !== undefined) return;
    this.exceeded = why;
    signalGroup(this.child, 'SIGTERM');
    this.later(() => {
      signalGroup(this.child, 'SIGKILL');
      this.later(this.giveUp);
    });
  }

  private later(act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, GRACE);
  }
}
