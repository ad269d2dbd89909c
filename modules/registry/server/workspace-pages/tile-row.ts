import type { TileView } from '../../contract/tile-view.js';

/** A plugin in a list of its workspace. */
export const tileRow = ({ plugin, workspace, description, ...tile }: TileView) => ({
  plugin,
  path: `/plugins/${workspace}/${plugin}`,
  description,
  isPrivate: tile.private,
  archived: tile.archivedAt !== null,
  version: tile.latestVersion ?? '',
  changed: tile.updatedAt,
});
