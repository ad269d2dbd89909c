interface Entry<T> {
  readonly value: T;
  readonly size: number;
  readonly until: number;
}

/** Keeps values for some milliseconds, up to a size of all together. The oldest are forgotten first. */
export class BoundedCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private size = 0;

  constructor(private readonly limits: { readonly size: number; readonly ms: number }) {}

  /** `undefined` for what is not kept. */
  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && performance.now() < entry.until ? entry.value : undefined;
  }

  set(key: string, value: T, size = 1): void {
    this.forget(key);
    this.entries.set(key, { value, size, until: performance.now() + this.limits.ms });
    this.size += size;
    for (const oldest of this.entries.keys()) {
      if (this.size <= this.limits.size) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.size -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}
