import { nextVersion, precedenceOf } from '../version-order.js';
import type { WantedVersion } from './taken-versions.js';

/** Long enough for a client to pack and send again. */
const KEPT_MS = 60_000;

interface Kept {
  readonly plugin: string;
  readonly version: string;
  readonly until: number;
}

/**
 * Suggests free versions, each to one client at a time and reserved for a minute. Otherwise all concurrent publishers would come
 * back with the same one, and only one could win each time. Other servers on the same database do not know the reservations.
 */
export class VersionSuggestions {
  /** By plugin and content; in the order in which they expire. */
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly clock: () => Date) {}

  /**
   * A version of a plugin (`<workspace>/<plugin>`) for content whose own version is taken. `published` are the versions that are taken, by
   * precedence. Content that is sent again gets the version that is reserved for it. `null` when the highest version there can be is taken.
   */
  suggest(
    plugin: string,
    { version: taken, bump, fingerprint }: WantedVersion,
    published: readonly string[],
  ): string | null {
    const now = this.clock().getTime();
    this.forget(now);
    const key = `${plugin} ${fingerprint}`;
    this.kept.delete(key);
    const others = [...this.kept.values()].flatMap((kept) =>
      kept.plugin === plugin ? [kept.version] : [],
    );
    const version = nextVersion(precedenceOf(taken), [...published, ...others], bump);
    if (version !== null) this.kept.set(key, { plugin, version, until: now + KEPT_MS });
    return version;
  }

  private forget(now: number): void {
    for (const [key, { until }] of this.kept) {
      if (until > now) return;
      this.kept.delete(key);
    }
  }
}
