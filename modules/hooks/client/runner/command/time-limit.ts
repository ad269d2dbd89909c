import type { ChildProcess } from 'node:child_process';
import { signalGroup } from '../../../../../toolbox/process-group.js';

/** Milliseconds between the request to end and the end, and between that and giving up. */
const GRACE = 1_000;

/** How long a hook may take. */
export interface Limit {
  readonly seconds: number;
  /** Why it is not what the hook asks for; `undefined` when it is. */
  readonly why?: string | undefined;
}

/** Ends a process with its whole group when its time is over, or when nobody waits for it any more. */
export class TimeLimit {
  /** Is fulfilled when even SIGKILL did not end the process, such as one that waits for a dead network drive. */
  readonly givenUp: Promise<undefined>;
  /** What happened, once the limit had to act. */
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

  /** To be called when the process is gone. */
  clear(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.onAbort);
    // what it started may have ignored the request
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
