import type { TeamFrame } from '../../../identity/contract/index.js';
import { view, type View } from '../../../web/contract/index.js';
import type { TileView } from '../../contract/tile-view.js';
import { pluginPath } from '../pages/plugin/addresses.js';
import { factBadges } from '../pages/plugin/fact-badges.js';

const template = new URL('plugin-list.njk', import.meta.url);
const none = new URL('no-plugins.njk', import.meta.url);

const rowOf = ({ plugin, name, description, latest, ...tile }: TileView) => ({
  plugin,
  path: pluginPath(name),
  description,
  isPrivate: tile.private,
  archived: tile.archivedAt !== null,
  version: latest?.version ?? '',
  published: latest?.publishedAt.slice(0, 10) ?? '',
  badges: latest === null ? [] : factBadges(latest, pluginPath(name)),
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
