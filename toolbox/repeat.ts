import { setTimeout } from 'node:timers/promises';

export interface Repetition {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Gets what a round has thrown, and the next round is tried. Without it, a failure ends the repetition. */
  readonly failed?: (error: unknown) => void;
}

/** Does something immediately and then again and again until the signal aborts, which ends a pause but no work. A pause keeps no process from ending. */
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
