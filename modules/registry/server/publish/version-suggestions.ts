import { nextVersion } from '../version-order.js';

interface Ongoing {
  publishes: number;
  readonly suggested: Set<string>;
}

/**
 * Suggests free versions. While several publishes of one plugin go on at once, each gets another suggestion: else all of
 * them would come back with the same one, and only one could win each time.
 */
export class VersionSuggestions {
  private readonly ongoing = new Map<string, Ongoing>();

  /** `work` is one publish of the plugin. What was suggested meanwhile is forgotten when nobody publishes it any more. */
  async during<T>(plugin: string, work: () => Promise<T>): Promise<T> {
    const entry = this.ongoing.get(plugin) ?? { publishes: 0, suggested: new Set<string>() };
    this.ongoing.set(plugin, entry);
    entry.publishes += 1;
    try {
      return await work();
    } finally {
      entry.publishes -= 1;
      if (entry.publishes === 0) this.ongoing.delete(plugin);
    }
  }

  suggest(plugin: string, taken: string, published: readonly string[]): string | null {
    const suggested = this.ongoing.get(plugin)?.suggested;
    const next = nextVersion(taken, [...published, ...(suggested ?? [])]);
    if (next !== null) suggested?.add(next);
    return next;
  }
}
