import { isHidden } from '../../contract/moderation.machine.js';
import type { ShownVersion } from '../../contract/version-facts.js';
import type { TileView } from '../../contract/tile-view.js';
import type { VersionView } from '../../contract/version-view.js';
import type { TileRecord, VersionRecord } from './tile-rows.js';
import type { Facts, FactsById } from './version-facts.js';

/** A version, for the modules that know facts about it. */
export function shownVersion(tile: TileRecord, version: VersionRecord): ShownVersion {
  const { state, factsRevision } = version;
  return { tile, version, hidden: isHidden(state), factsRevision };
}

/** A version as clients see it. Texts that moderation withholds are left out (specification, "HTTP API"). */
export function versionView(
  tile: TileRecord,
  version: VersionRecord,
  facts?: FactsById,
): VersionView {
  const hidden = isHidden(version.state);
  return {
    id: version.id,
    name: tile.fullName,
    version: version.semver,
    description: version.description,
    private: tile.private,
    fingerprint: version.fingerprint,
    archiveSha256: version.archiveSha256,
    archiveSize: version.archiveSize,
    fileCount: version.fileCount,
    commit: version.commit,
    publishedAt: version.publishedAt,
    ...archiveOf(tile, version),
    moderationStatus: version.state,
    ...(version.moderationError === null ? {} : { moderationError: version.moderationError }),
    ...(version.clearance === null ? {} : { moderationClearance: version.clearance }),
    moderationPassed: !hidden,
    skills: version.skills,
    rules: version.rules,
    ...(hidden || version.readme === null ? {} : { readme: version.readme }),
    ...(hidden || version.steering === null ? {} : { steering: version.steering }),
    ...factsField(facts?.get(version.id)),
  };
}

/** Left out where no module knows anything. */
export const factsField = (facts: Facts | undefined): { readonly facts?: Facts } =>
  facts === undefined ? {} : { facts };

/** A version is archived by itself, or with its whole plugin. */
function archiveOf(
  tile: TileRecord,
  version: VersionRecord,
): Pick<VersionView, 'archivedAt' | 'archivedReason'> {
  const { archivedAt, archivedReason } = version.archivedAt === null ? tile : version;
  return { archivedAt, archivedReason };
}

export function tileView(
  tile: TileRecord,
  latest: VersionRecord | null,
  facts?: FactsById,
): TileView {
  return {
    id: tile.id,
    name: tile.fullName,
    workspace: tile.workspaceName,
    plugin: tile.name,
    workspaceId: tile.workspaceId,
    description: tile.description,
    private: tile.private,
    latestVersion: latest?.semver ?? null,
    latest: latest === null ? null : versionView(tile, latest, facts),
    archivedAt: tile.archivedAt,
    archivedReason: tile.archivedReason,
    createdAt: tile.createdAt,
    updatedAt: tile.updatedAt,
  };
}
