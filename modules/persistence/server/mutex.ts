import { databaseBusy } from '../contract/errors.js';

/** One holder at a time, first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly timeLimitMs: number,
    private readonly others = 'other writes',
  ) {}

  /** Waits for the lock; returns the function that releases it. Throws `database_busy` after `timeLimitMs`. */
  async acquire(): Promise<() => void> {
    const previous = this.#last;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = previous.then(() => held);
    try {
      await this.#within(previous);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  async #within(previous: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(
          databaseBusy(
            { why: `${this.others} took more than ${this.timeLimitMs / 1000} s` },
            { details: { retryAfterSeconds: 1 } },
          ),
        );
      }, this.timeLimitMs);
    });
    try {
      await Promise.race([previous, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
