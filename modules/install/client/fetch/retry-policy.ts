import { setTimeout as delay } from 'node:timers/promises';
import { isSvcError, type Context, type SvcError } from 'svc-registry/kernel';

/** Total seconds that one command waits for a registry, and the number of attempts per call. */
export const MAX_WAIT_SECONDS = 60;
const MAX_ATTEMPTS = 4;

const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Waits; rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const realWait: Wait = (ms, signal) => delay(ms, undefined, { signal });

/**
 * Repeats a call that a busy registry refused, after the time that the registry names (`Retry-After`), a limited number of times and within
 * a limited time. All calls of a command share the pauses, so that several downloads at once do not each add their own.
 */
export class RetryPolicy {
  private left = MAX_WAIT_SECONDS;
  private pause: Promise<void> | undefined;

  constructor(
    private readonly context: Pick<Context, 'signal' | 'progress'>,
    private readonly wait: Wait = realWait,
  ) {}

  /** Returns the call's result, or throws its last error, which states when to try again. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        const seconds = secondsToWait(error);
        if (seconds === undefined) throw error;
        if (attempt === MAX_ATTEMPTS || !(await this.paused(seconds)))
          throw Object.assign(error as SvcError, {
            hint: `The registry is busy; run the command again in ${seconds} s.`,
          });
      }
    }
  }

  /** False if the wait would exceed the limit. */
  private async paused(seconds: number): Promise<boolean> {
    if (this.pause === undefined) {
      if (seconds > this.left) return false;
      this.left -= seconds;
      this.context.progress.note(`The registry is busy; retrying in ${seconds} s.`);
      this.pause = this.wait(seconds * 1000, this.context.signal).finally(() => {
        this.pause = undefined;
      });
    }
    await this.pause;
    return true;
  }
}

/** At least one second: a server that says "at once" is not called in a tight loop. */
function secondsToWait(error: unknown): number | undefined {
  if (!isSvcError(error) || !BUSY.has(error.status)) return undefined;
  const { retryAfterSeconds } = error.details;
  return typeof retryAfterSeconds === 'number' && Number.isFinite(retryAfterSeconds)
    ? Math.max(1, Math.ceil(retryAfterSeconds))
    : undefined;
}
