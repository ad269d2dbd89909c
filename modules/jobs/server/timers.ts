import { serviceKey } from 'svc-registry/kernel';

/** The timers that background work uses; replaced in tests. Actions handle their own errors. */
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

export interface Pause {
  readonly timers: Timers;
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** Runs an action at once and then repeatedly, with a pause in between, until the signal aborts. Resolves when no action is running any more. */
export function repeat(
  action: () => Promise<void> | void,
  { timers, ms, signal }: Pause,
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

/** `passed` resolves `ms` milliseconds after the signal has aborted, unless `clear` was called before. */
export function afterAbort({ timers, ms, signal }: Pause): {
  readonly passed: Promise<void>;
  readonly clear: () => void;
} {
  let timer: unknown;
  const passed = new Promise<void>((done) => {
    signal.addEventListener('abort', () => {
      timer = timers.set(done, ms);
    });
  });
  return {
    passed,
    clear: () => {
      timers.clear(timer);
    },
  };
}

/** Lets one loop wait until something has happened; what happens while it does not wait is kept until it does. */
export function autoResetEvent(): { readonly set: () => void; readonly wait: () => Promise<void> } {
  let isSet = false;
  let wake = (): void => undefined;
  return {
    set: () => {
      isSet = true;
      wake();
    },
    wait: async () => {
      if (!isSet) {
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      isSet = false;
    },
  };
}
