import { setTimeout } from 'node:timers/promises';

export interface Repetition {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Receives the error of a round, and the repetition continues. Without it, an error ends the repetition. */
  readonly failed?: (error: unknown) => void;
}

/**
 * Calls `work` immediately and then repeatedly until the signal aborts, which ends a pause but does not interrupt the work. A pause does not
 * keep the process alive.
 */
export async function repeat(
  work: () => Promise<unknown>,
  { everyMs, signal, failed }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (failed === undefined) throw error;
      failed(error);
    }
    await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
