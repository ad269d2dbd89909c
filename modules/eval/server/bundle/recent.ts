interface Entry<T> {
  readonly value: Promise<T>;
  bytes: number;
}

/** Keeps the values that were used last, up to so many bytes of them. What fails is not kept. */
export class Recent<T> {
  readonly #entries = new Map<string, Entry<T>>();

  constructor(
    private readonly most: number,
    private readonly bytesOf: (value: T) => number,
  ) {}

  /** The value of a key; those who ask for it at the same time wait for the same one. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    const entry = known ?? { value: make(), bytes: 0 };
    // the newest is the last
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      const value = await entry.value;
      if (known === undefined) this.#count(entry, value);
      return value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  #count(entry: Entry<T>, value: T): void {
    entry.bytes = this.bytesOf(value);
    let total = [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [key, { bytes }] of this.#entries) {
      if (total <= this.most) return;
      this.#entries.delete(key);
      total -= bytes;
    }
  }
}
