/** Characters of the keys of one generation. */
const MOST_CHARACTERS = 2_000_000;
const MOST_ENTRIES = 25_000;
/** Longer keys are not kept. */
const LONGEST_KEY = 4096;

/** What was computed for keys that were asked lately, in bounded memory: two generations, of which the older one is dropped when the younger one is full. */
export class RecentValues<V> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();
  private characters = 0;

  constructor(private readonly mostEntries = MOST_ENTRIES) {}

  get size(): number {
    return this.young.size + this.old.size;
  }

  get(key: string): V | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    if (key.length > LONGEST_KEY) return;
    if (this.young.size >= this.mostEntries || this.characters + key.length > MOST_CHARACTERS) {
      this.old = this.young;
      this.young = new Map();
      this.characters = 0;
    }
    this.young.set(key, value);
    this.characters += key.length;
  }
}
