import type { Context } from 'svc-registry/kernel';
import { moderationHidden } from '../../contract/errors.js';
import { isHidden } from '../../contract/moderation.machine.js';
import type { TileWithLatest, TileWithVersion } from './tile-reader.js';

/** The plugin that access was decided on. */
export function tileTarget(context: Context): TileWithLatest {
  return target(context) as TileWithLatest;
}

/** The version that access was decided on. */
export function versionTarget(context: Context): TileWithVersion {
  return target(context) as TileWithVersion;
}

/** The same, for handing out files: throws `moderation_hidden` while moderation withholds them. */
export function availableTarget(context: Context): TileWithVersion {
  const found = versionTarget(context);
  const { tile, version } = found;
  if (!isHidden(version.state)) return found;
  const reason = version.moderationError ?? undefined;
  throw moderationHidden({ name: tile.fullName, version: version.semver, status: version.state, reason });
}

function target(context: Context): unknown {
  if (context.target === undefined) throw new TypeError('the operation has no located object');
  return context.target.value;
}
