import type { Timers } from '../../../modules/jobs/server/timers.js';

interface Timer {
  readonly action: () => Promise<void> | void;
  due: number;
  readonly ms: number;
}

/** A clock that stands still until the test moves it, with the timers that go by it. */
export class ManualTime {
  #now = Date.parse('2026-01-01T00:00:00.000Z');
  readonly #timers = new Set<Timer>();

  readonly clock = (): Date => new Date(this.#now);

  readonly timers: Timers = {
    set: (action, ms) => {
      const timer = { action, ms, due: this.#now + ms };
      this.#timers.add(timer);
      return timer;
    },
    clear: (timer) => void this.#timers.delete(timer as Timer),
  };

  /** Lets so many seconds pass; waits for what becomes due in them, in its order. */
  async pass(seconds: number): Promise<void> {
    const end = this.#now + seconds * 1000;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(({ due }) => due <= end)
        .sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      await next.action();
    }
    this.#now = end;
  }

  /** Moves the clock as a machine that slept: nothing has happened meanwhile. */
  jump(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** Sets the clock so many seconds ahead; timers do not notice. */
  set(seconds: number): void {
    this.#now += seconds * 1000;
    for (const timer of this.#timers) timer.due += seconds * 1000;
  }

  /** Whether something waits that was to begin so many seconds after it was set. */
  isWaiting(seconds: number): boolean {
    return [...this.#timers].some(({ ms }) => ms === seconds * 1000);
  }
}
