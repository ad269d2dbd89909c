import type { ShownPlugin } from '../../../contract/plugin-page.js';

const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Address of a plugin's page; `name` is `<workspace>/<plugin>`. */
export const pluginPath = (name: string): string => `/plugins/${segments(name)}`;

/** Where somebody finds what else the workspace of a plugin publishes; for strangers nowhere. */
export const ownerPath = ({ tile, caller }: Pick<ShownPlugin, 'tile' | 'caller'>): string =>
  caller.kind === 'anonymous' ? '' : `/search?workspace=${encodeURIComponent(tile.workspace)}`;

/** Address of the page of a version. */
export const versionPath = (name: string, version: string): string =>
  `${pluginPath(name)}/v/${encodeURIComponent(version)}`;

/** Address of a file of the version at `path`, and of a line in it: of a long file, the page shows the part that holds this line. */
export const filePath = (path: string, file: string, line?: number): string =>
  `${path}/files/${segments(file)}${line === undefined ? '' : `?line=${line}#L${line}`}`;

/** Address at which a file of the version at `path` is downloaded. */
export const rawPath = (path: string, file: string): string => `${path}/raw/${segments(file)}`;

/** Address of the comparison of two versions. */
export const diffPath = (name: string, from: string, to: string): string =>
  `${pluginPath(name)}/diff/${encodeURIComponent(from)}/${encodeURIComponent(to)}`;
