import { setImmediate } from 'node:timers/promises';

/** Milliseconds; a pause of this length is not noticeable. */
const SLICE_MS = 20;

/**
 * Keeps signals and timers alive while many files are read or written by synchronous calls: these take a fraction of what
 * promises cost, but block the event loop.
 */
export class EventLoopYielder {
  private until = performance.now() + SLICE_MS;

  /** Whether it is time to `pause`. This check costs less than a promise for each item. */
  get isDue(): boolean {
    return performance.now() >= this.until;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.until = performance.now() + SLICE_MS;
  }
}
