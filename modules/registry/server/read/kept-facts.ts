/** Facts by name, or those of one name by the ids of versions; `undefined` where a module knows that there is none. */
export type KnownFacts = ReadonlyMap<string, unknown>;

interface Entry {
  readonly facts: Map<string, unknown>;
  readonly until: number;
  size: number;
}

/** Characters of JSON, of all facts together. */
const MOST_SIZE = 16_000_000;
/** What an entry takes besides its facts. */
const OWN_SIZE = 500;
/** Servers of the version before report no changes: while both versions run on one database, facts are this old at most. */
const TIME_TO_LIVE_MS = 60_000;

/** Facts that are the same for every viewer, by version and revision. The oldest are forgotten first. */
export class KeptFacts {
  private readonly entries = new Map<string, Entry>();
  private size = 0;

  get(key: string | undefined): KnownFacts | undefined {
    const entry = key === undefined ? undefined : this.entries.get(key);
    return entry !== undefined && performance.now() < entry.until ? entry.facts : undefined;
  }

  keep(key: string, name: string, fact: unknown): void {
    const entry = this.current(key);
    const size = fact === undefined ? 0 : JSON.stringify(fact).length;
    entry.facts.set(name, fact);
    entry.size += size;
    this.size += size;
    for (const oldest of this.entries.keys()) {
      if (this.size <= MOST_SIZE) return;
      this.forget(oldest);
    }
  }

  private current(key: string): Entry {
    const now = performance.now();
    const known = this.entries.get(key);
    if (known !== undefined && now < known.until) return known;
    this.forget(key);
    const entry = {
      facts: new Map<string, unknown>(),
      until: now + TIME_TO_LIVE_MS,
      size: OWN_SIZE,
    };
    this.entries.set(key, entry);
    this.size += OWN_SIZE;
    return entry;
  }

  private forget(key: string): void {
    this.size -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}
