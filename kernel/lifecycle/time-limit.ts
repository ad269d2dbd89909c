import { faultError } from '../graph/module-record.js';

/** The two functions that a time limit needs; tests bring their own. */
export interface Timers {
  set(action: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

export const realTimers: Timers = {
  set: (action, ms) => setTimeout(action, ms),
  clear: (handle) => {
    clearTimeout(handle as NodeJS.Timeout);
  },
};

export interface TimeLimit {
  readonly ms: number;
  readonly timers: Timers;
  /** The name of the work, for the message. */
  readonly what: string;
}

/** Runs `work`, and rejects when it does not end in time. The work itself is not interrupted. */
export async function withTimeLimit<T>(
  work: () => Promise<T> | T,
  { ms, timers, what }: TimeLimit,
): Promise<T> {
  let handle: unknown;
  const limit = new Promise<never>((_resolve, reject) => {
    handle = timers.set(() => {
      reject(faultError('too_slow', `${what} took longer than ${ms / 1000} s`));
    }, ms);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), limit]);
  } finally {
    timers.clear(handle);
  }
}
