interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

/** A semaphore that counts bytes of memory. Work waits while too few are left; small work may overtake large work. */
export class MemoryBudget {
  private free: number;
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly total: number) {
    this.free = total;
  }

  /** Runs work that needs so many bytes when they are there. Throws the signal's reason when it is aborted before; then nothing has run. */
  async during<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    // larger work gets the whole budget, otherwise it would wait forever
    const needed = Math.min(bytes, this.total);
    signal.throwIfAborted();
    if (needed <= this.free) this.free -= needed;
    else await this.admission(needed, signal);
    try {
      return await work();
    } finally {
      this.free += needed;
      this.admitWaiting();
    }
  }

  private admission(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((done, failed) => {
      const leave = (): void => {
        this.waiting.delete(waiting);
        failed(signal.reason as Error);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        done();
      };
      const waiting = { bytes, admit };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(waiting);
    });
  }

  private admitWaiting(): void {
    for (const waiting of this.waiting) {
      if (waiting.bytes > this.free) continue;
      this.free -= waiting.bytes;
      this.waiting.delete(waiting);
      waiting.admit();
    }
  }
}
