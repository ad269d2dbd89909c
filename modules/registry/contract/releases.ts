import { serviceKey, type Caller } from 'svc-registry/kernel';
import type { Severity } from './scanners.js';
import type { ModerationStatus } from './version-view.js';

/** A published version, for decisions about it. */
export interface Release {
  /** Full semver. */
  readonly version: string;
  readonly publishedAt: Date;
  readonly moderationStatus: ModerationStatus;
  /** Of the worst finding of its scan; `null` when there was none, or no scan. */
  readonly severity: Severity | null;
  /** True when it is not resolved anew: it or its plugin was archived. */
  readonly archived: boolean;
}

/** A plugin with everything that is published of it. */
export interface ReleasedPlugin {
  /** `<workspace>/<plugin>`. */
  readonly name: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  /** The highest version first. */
  readonly releases: readonly Release[];
}

/** What other modules may ask about published versions. Server only. */
export interface ReleaseDirectory {
  /** The plugins of these names (`<workspace>/<plugin>`, at most a few hundred) that the caller may see, by name. */
  find(names: readonly string[], caller: Caller): Promise<ReadonlyMap<string, ReleasedPlugin>>;

  /** A version of a plugin (`<workspace>/<plugin>`); `undefined` if it does not exist or the caller may not see it. */
  release(name: string, version: string, caller: Caller): Promise<Release | undefined>;
}

/** The directory, for server code of modules that require `registry`. */
export const releaseDirectoryKey = serviceKey<ReleaseDirectory>('registry.releaseDirectory');
