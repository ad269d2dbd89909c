import type { Context } from 'svc-registry/kernel';

/** Called while a plugin is downloaded: bytes so far, and how many there will be, if that is known. */
export type Received = (bytes: number, size: number | undefined) => void;

/** Bytes between two progress reports on one download. */
const GRAIN = 64 * 1024;

/** Tells a person how far the fetching of plugins has come. */
export class FetchProgress {
  private begun = 0;
  private done = 0;
  private expected = 0;
  private bytes = 0;
  /** Running downloads → the fraction received, from 0 to 1. */
  private readonly parts = new Map<symbol, number>();

  constructor(private readonly progress: Pick<Context['progress'], 'step'>) {}

  /** Announces that this many more plugins will be fetched. */
  expect(more: number): void {
    this.expected = this.begun + more;
  }

  async of<T>(name: string, fetch: (received: Received) => Promise<T>): Promise<T> {
    const key = Symbol(name);
    this.begun += 1;
    this.parts.set(key, 0);
    this.show(name);
    try {
      const result = await fetch(this.counter(name, key));
      this.done += 1;
      return result;
    } finally {
      this.parts.delete(key);
      this.show(name);
    }
  }

  private counter(name: string, key: symbol): Received {
    let [counted, shown] = [0, 0];
    return (bytes, size) => {
      this.bytes += bytes - counted;
      counted = bytes;
      if (size !== undefined && size > 0) this.parts.set(key, Math.min(1, bytes / size));
      if (bytes - shown < GRAIN && bytes !== size) return;
      shown = bytes;
      this.show(name);
    };
  }

  private show(name: string): void {
    const coming = [...this.parts.values()].reduce((sum, part) => sum + part, 0);
    const total = Math.max(this.expected, this.begun);
    const amount = {
      phase: 'Fetching',
      done: this.done + coming,
      total,
      ...(this.bytes > 0 && { bytes: this.bytes }),
    };
    this.progress.step(name, amount);
  }
}
