import type { Bump } from '../../contract/tile-inputs.js';
import { nextVersion } from '../version-order.js';

/** Long enough for a client to pack and send again. */
const KEPT_MS = 60_000;

/** Content whose version is taken. */
export interface Collision {
  /** `<workspace>/<plugin>` */
  readonly plugin: string;
  /** The version that is taken. */
  readonly taken: string;
  /** Which part of the version to raise. */
  readonly bump: Bump;
  /** Fingerprint of the content: when it is sent again, the suggested version is still reserved for it. */
  readonly fingerprint: string;
}

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

  /** `published` are the versions that are taken, by precedence. `null` when the highest version there can be is taken. */
  suggest(
    { plugin, taken, bump, fingerprint }: Collision,
    published: readonly string[],
  ): string | null {
    const now = this.clock().getTime();
    this.forget(now);
    const key = `${plugin} ${fingerprint}`;
    this.kept.delete(key);
    const others = [...this.kept.values()].flatMap((kept) =>
      kept.plugin === plugin ? [kept.version] : [],
    );
    const version = nextVersion(taken, [...published, ...others], bump);
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
