import { tooManyAttempts } from '../contract/errors.js';

export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/** More keys than this are not remembered: the oldest windows go first. */
const MAX_KEYS = 100_000;

/** Counts attempts by key in fixed windows, in the memory of this process: several servers each count their own. */
export class AttemptLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly limit: AttemptLimit,
    private readonly clock: () => Date,
  ) {}

  /** Uses up one attempt, before the work is done: attempts in parallel count too. Throws `too_many_attempts`. */
  use(key: string): void {
    const now = this.clock().getTime();
    const window = this.windowOf(key, now);
    if (window.used >= this.limit.attempts) {
      const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      throw tooManyAttempts({ seconds }, { details: { retryAfterSeconds: seconds } });
    }
    window.used++;
  }

  /** Forgets the attempts of a key, after a success. */
  reset(key: string): void {
    this.windows.delete(key);
  }

  private windowOf(key: string, now: number): Window {
    const known = this.windows.get(key);
    if (known !== undefined && known.endsAt > now) return known;
    const fresh = { used: 0, endsAt: now + this.limit.windowMs };
    this.windows.delete(key);
    this.windows.set(key, fresh);
    this.forgetOldest();
    return fresh;
  }

  private forgetOldest(): void {
    if (this.windows.size <= MAX_KEYS) return;
    const [oldest] = this.windows.keys();
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
