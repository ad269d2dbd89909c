import { setTimeout as delay } from 'node:timers/promises';
import { isSvcError, SvcError, type Context } from 'svc-registry/kernel';

/** What a command waits for a registry altogether, in seconds, and how often it asks anew for one thing. */
export const MOST_SECONDS = 60;
const MOST_TRIES = 4;

const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Waits; rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const realWait: Wait = (ms, signal) => delay(ms, undefined, { signal });

/**
 * Asks a registry again that says it is too busy and for how long (`Retry-After`): as often and as long as a person would wait. All calls of
 * a command share the pauses, so that several downloads at once do not each wait for themselves.
 */
export class Patience {
  private left = MOST_SECONDS;
  private pause: Promise<void> | undefined;

  constructor(
    private readonly context: Pick<Context, 'signal' | 'progress'>,
    private readonly wait: Wait = realWait,
  ) {}

  /** The call's answer, or its last error, which then says when to try again. */
  async keep<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await call();
      } catch (error) {
        const seconds = askedSeconds(error);
        if (seconds === undefined) throw error;
        if (tries === MOST_TRIES || !(await this.paused(seconds))) throw givenUp(error as SvcError, seconds);
      }
    }
  }

  /** False when that would take too long. */
  private async paused(seconds: number): Promise<boolean> {
    if (this.pause === undefined) {
      if (seconds > this.left) return false;
      this.left -= seconds;
      this.context.progress.note(`The registry is busy; going on in ${seconds} s.`);
      this.pause = this.wait(seconds * 1000, this.context.signal).finally(() => {
        this.pause = undefined;
      });
    }
    await this.pause;
    return true;
  }
}

/** At least one: a server that says "at once" is not to be asked without end. */
function askedSeconds(error: unknown): number | undefined {
  if (!isSvcError(error) || !BUSY.has(error.status)) return undefined;
  const { retryAfterSeconds } = error.details;
  return typeof retryAfterSeconds === 'number' && Number.isFinite(retryAfterSeconds)
    ? Math.max(1, Math.ceil(retryAfterSeconds))
    : undefined;
}

function givenUp(error: SvcError, seconds: number): SvcError {
  const { code, status, exit, title, message, issues, details } = error;
  const hint = `The registry asks to be left alone for ${seconds} s: run the command again then.`;
  return new SvcError({ code, status, exit, title, message, hint, issues, details, cause: error });
}
