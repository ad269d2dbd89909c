import { invalidInput, type Context } from 'svc-registry/kernel';
import type { WorkspaceSummary } from '../../../identity/contract/access.js';
import { moderationHidden, versionUnpublished } from '../../contract/errors.js';
import { isHidden } from '../../contract/moderation.machine.js';
import type { TileWithLatest, TileWithVersion, UnpublishedVersion } from './tile-reader.js';

/** The workspace that access was decided on. */
export function workspaceTarget(context: Context): WorkspaceSummary {
  return target(context) as WorkspaceSummary;
}

/** The plugin that access was decided on. */
export function tileTarget(context: Context): TileWithLatest {
  return target(context) as TileWithLatest;
}

/** The version that access was decided on. Throws `version_unpublished` when it is gone. */
export function versionTarget(context: Context): TileWithVersion {
  return published(target(context) as TileWithVersion | UnpublishedVersion);
}

/** Throws `version_unpublished`. */
export function published(found: TileWithVersion | UnpublishedVersion): TileWithVersion {
  if (found.version !== null) return found;
  throw versionUnpublished({
    name: found.tile.fullName,
    version: found.semver,
    unpublishedAt: found.unpublishedAt,
  });
}

/** The same, for changes: throws when the version is not named exactly. */
export function exactTarget(context: Context): TileWithVersion {
  const found = versionTarget(context);
  if (found.exact) return found;
  throw invalidInput({
    what: 'Name the exact version: which one is the latest may change at any moment.',
  });
}

/** The same, for handing out files: throws `moderation_hidden` while moderation withholds them. */
export function availableTarget(context: Context): TileWithVersion {
  return available(versionTarget(context));
}

/** Throws `moderation_hidden`. */
export function available(found: TileWithVersion): TileWithVersion {
  const { tile, version } = found;
  if (!isHidden(version.state)) return found;
  const reason = version.moderationError ?? undefined;
  throw moderationHidden({
    name: tile.fullName,
    version: version.semver,
    status: version.state,
    reason,
  });
}

function target(context: Context): unknown {
  return context.target?.value;
}
