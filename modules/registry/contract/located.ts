import type { Located } from 'svc-registry/kernel';

/** A plugin as other modules know it. */
export interface TileSummary {
  readonly id: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  /** `<workspace>/<plugin>`. */
  readonly fullName: string;
  readonly private: boolean;
}

/** A version of a plugin as other modules know it. */
export interface VersionSummary {
  readonly id: string;
  /** Without a leading `v`. */
  readonly semver: string;
}

/** `context.target` of an operation whose access is on a `tile`, which is named `<workspace>/<plugin>`. */
export type LocatedTile = Located<{ readonly tile: TileSummary }>;

/** The same of a `tileVersion`, `<workspace>/<plugin>@<version>`; `version` is `null` for one that was unpublished. */
export type LocatedVersion = Located<{
  readonly tile: TileSummary;
  readonly version: VersionSummary | null;
}>;
