import { databaseBusy } from '../contract/errors.js';

/** First come, first served: one holder at a time. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly patienceMs: number,
    private readonly others = 'other writes',
  ) {}

  /** Waits for its turn; answers what ends it. Throws `database_busy` when that takes too long. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last = before.then(() => mine);
    try {
      await this.#within(before);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  async #within(turn: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(databaseBusy({ why: `${this.others} took more than ${this.patienceMs / 1000} s` }, { details: { retryAfterSeconds: 1 } }));
      }, this.patienceMs);
    });
    try {
      await Promise.race([turn, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
