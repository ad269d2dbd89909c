import type { ShownVersion } from '../../contract/version-facts.js';

/** A row of a plugin and its latest version. */
interface VersionRow {
  readonly tileId: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly fullName: string;
  readonly private: boolean | number;
  readonly versionId: string;
  readonly version: string;
}

/** The columns that only `shownOf` reads, of a plugin `t`. */
export const OWNER_COLUMNS = `t."workspace_id" AS "workspaceId", t."latest_version_id" AS "versionId"`;

/** The latest version of a plugin, which moderation never withholds. */
export function shownOf(row: VersionRow): ShownVersion {
  const { tileId, workspaceId, organizationId, fullName, versionId, version } = row;
  const tile = { id: tileId, workspaceId, organizationId, fullName, private: Boolean(row.private) };
  return { tile, version: { id: versionId, semver: version }, hidden: false };
}
