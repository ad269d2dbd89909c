import type { TileView } from '../../../contract/tile-view.js';
import type { VersionView } from '../../../contract/version-view.js';
import { pluginPath, versionPath } from './addresses.js';

/** A link to a page that asks before it changes something. */
export interface ActionLink {
  readonly text: string;
  readonly href: string;
  readonly danger: boolean;
}

interface Named {
  readonly tile: TileView;
  readonly version: VersionView;
}

/** What the person may do to the plugin and the version; nothing for readers. */
export function authorActions({ tile, version }: Named): readonly ActionLink[] {
  return [
    ...actionsOn(`version ${version.version}`, {
      path: versionPath(tile.name, version.version),
      // a plugin archives its versions with it
      archived: version.archivedAt !== null,
      allowed: tile.archivedAt === null ? tile.allowedActions : withoutArchiving(tile),
    }),
    ...actionsOn('the whole plugin', {
      path: pluginPath(tile.name),
      archived: tile.archivedAt !== null,
      allowed: tile.allowedActions,
    }),
  ];
}

const withoutArchiving = ({ allowedActions = [] }: TileView): readonly string[] =>
  allowedActions.filter((action) => action !== 'tile:archive');

interface Changeable {
  readonly path: string;
  readonly archived: boolean;
  readonly allowed: readonly string[] | undefined;
}

function actionsOn(what: string, { path, archived, allowed = [] }: Changeable): ActionLink[] {
  const archive = {
    text: archived ? `Restore ${what}` : `Archive ${what}`,
    href: `${path}/archive`,
    danger: false,
  };
  const unpublish = { text: `Unpublish ${what}`, href: `${path}/unpublish`, danger: true };
  return [
    ...(allowed.includes('tile:archive') ? [archive] : []),
    ...(allowed.includes('tile:unpublish') ? [unpublish] : []),
  ];
}
