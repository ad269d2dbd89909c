import type { TeamFrame } from '../../../identity/contract/index.js';
import { view, type View } from '../../../web/contract/index.js';
import type { TileView } from '../../contract/tile-view.js';

const template = new URL('plugin-list.njk', import.meta.url);
const none = new URL('no-plugins.njk', import.meta.url);

const rowOf = ({ plugin, workspace, description, ...tile }: TileView) => ({
  plugin,
  path: `/plugins/${workspace}/${plugin}`,
  description,
  isPrivate: tile.private,
  archived: tile.archivedAt !== null,
  version: tile.latestVersion ?? '',
});

/** Plugins of a workspace, or how it gets its first one. */
export function pluginList(
  { name, archived, allowed }: TeamFrame,
  tiles: readonly TileView[],
): View {
  return tiles.length === 0
    ? view(none, { workspace: name, mayPublish: !archived && allowed.has('tile:publish') })
    : view(template, { plugins: tiles.map(rowOf) });
}
