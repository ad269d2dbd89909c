import { ENTRY_SECONDS } from '../../../../install/contract/hook-events.js';
import type { CommandHook } from './command-hook.js';
import type { Limit } from './time-limit.js';

/** Seconds that are reserved for ending a hook that does not terminate, and for the answer. */
const RESERVE = 10;
/** Seconds that all hooks of an event have together. */
export const EVENT_SECONDS = ENTRY_SECONDS - RESERVE;

/** A monotonic clock, in milliseconds. */
export type Clock = () => number;

/** The time at which the agent stops waiting for the runner, and would lose the answers of all hooks. */
export class Deadline {
  private readonly end: number;

  constructor(private readonly clock: Clock) {
    this.end = clock() + EVENT_SECONDS * 1000;
  }

  /** The time limit of a hook that starts now; `undefined` when no time is left. */
  limitFor({ timeout }: CommandHook): Limit | undefined {
    const left = Math.floor((this.end - this.clock()) / 1000);
    if (left < 1) return undefined;
    return timeout <= left
      ? { seconds: timeout }
      : { seconds: left, why: `what was left of ${EVENT_SECONDS} s for all hooks of the event` };
  }
}
