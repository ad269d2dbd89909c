import { ENTRY_SECONDS } from '../../../../install/contract/hook-events.js';
import type { CommandHook } from './command-hook.js';
import type { Limit } from './time-limit.js';

/** Seconds that are kept back: for ending a hook that does not want to, and for the answer. */
const RESERVE = 10;
/** Seconds that all hooks of an event have together. */
export const EVENT_SECONDS = ENTRY_SECONDS - RESERVE;

/** Milliseconds since some moment, never set back. */
export type Clock = () => number;

/** When the agent stops waiting for the runner, and then loses the answer of every hook. */
export class Deadline {
  private readonly end: number;

  constructor(private readonly clock: Clock) {
    this.end = clock() + EVENT_SECONDS * 1000;
  }

  /** What a hook may take now; `undefined` when there is no time for it any more. */
  limitFor({ timeout }: CommandHook): Limit | undefined {
    const left = Math.floor((this.end - this.clock()) / 1000);
    if (left < 1) return undefined;
    return timeout <= left
      ? { seconds: timeout }
      : { seconds: left, why: `what was left of ${EVENT_SECONDS} s for all hooks of the event` };
  }
}
