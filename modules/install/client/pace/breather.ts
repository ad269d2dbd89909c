import { setImmediate } from 'node:timers/promises';

/** Nobody notices so short a silence. */
const SLICE_MS = 20;

/**
 * Keeps signals and timers alive while many files are read or written by synchronous calls: these take a fraction of what
 * promises cost, but let nothing else through.
 */
export class Breather {
  private until = performance.now() + SLICE_MS;

  /** Whether others have waited long enough: then `pause` lets them through. To ask costs less than a promise each time. */
  get isDue(): boolean {
    return performance.now() >= this.until;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.until = performance.now() + SLICE_MS;
  }
}
