import { serviceKey } from 'svc-registry/kernel';

/** What background work knows of time passing; tests bring their own. Actions handle their errors themselves. */
export interface Timers {
  set(action: () => Promise<void> | void, ms: number): unknown;
  clear(handle: unknown): void;
}

export const timersKey = serviceKey<Timers>('jobs.timers');

export const realTimers: Timers = {
  set: (action, ms) => setTimeout(() => void action(), ms),
  clear: (handle) => {
    clearTimeout(handle as NodeJS.Timeout);
  },
};

/** Does something at once and then again and again, with a pause in between, until the signal aborts. Resolves when nothing is left. */
export function repeat(
  action: () => Promise<void>,
  { timers, ms, signal }: { timers: Timers; ms: number; signal: AbortSignal },
): Promise<void> {
  return new Promise((done) => {
    let pause: unknown;
    let busy = false;
    const round = async (): Promise<void> => {
      busy = true;
      await action();
      busy = false;
      if (signal.aborted) done();
      else pause = timers.set(round, ms);
    };
    signal.addEventListener('abort', () => {
      timers.clear(pause);
      if (!busy) done();
    });
    void round();
  });
}

/** Resolves when the signal has aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => {
      done();
    });
  });
}
