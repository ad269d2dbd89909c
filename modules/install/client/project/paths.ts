import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isMissing } from '../../../../toolbox/file-errors.js';
import { unsafePath } from '../../contract/errors.js';
import type { Area } from './scope.js';

export const MANIFEST_FILE = 'svc.json';
export const SVC_FOLDER = '.svc';
export const PLUGINS_FOLDER = '.svc/plugins';
export const RULES_FILE = '.svc/RULES.md';
/** The path of a skill that is its plugin's own folder. */
export const PLUGIN_ROOT = '.';
/** Exists in a scope's work folder while changes are applied, and after an interruption. */
export const JOURNAL = 'journal.json';
/** Identifies an installed plugin in its folder. Never part of the plugin's own content. */
export const PLUGIN_MARKER = 'svc-package.json';

/** Paths in `.svc`. Case is ignored, because some file systems ignore it. */
const OWN = /^\.svc\//i;

const NAME = /^[a-z0-9](?:-?[a-z0-9])*$/;

/** True for `<workspace>/<plugin>` with lengths within the specification's limits. */
export function isPluginName(name: string): boolean {
  const [workspace, plugin, ...more] = name.split('/');
  if (workspace === undefined || plugin === undefined || more.length > 0) return false;
  return (
    NAME.test(workspace) && workspace.length <= 100 && NAME.test(plugin) && plugin.length <= 90
  );
}

export function pluginFolder(name: string): string {
  return `${PLUGINS_FOLDER}/${name}`;
}

/** True for a relative path with `/` that names something below its start, on every system. */
export function isSafeRelative(path: string): boolean {
  if (path === '' || isAbsolute(path) || /[\\\0:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** True for a safe path that a project's lock may name: outside `.git`, and on one line. */
export function isManagedPath(path: string): boolean {
  return isSafeRelative(path) && !/\p{Cc}/u.test(path) && !path.split('/').some(isGitFolder);
}

/** Includes the short (8.3) name of Windows. */
export function isGitFolder(part: string): boolean {
  return /^(?:\.git|git~\d+)$/i.test(part);
}

/** True for the name of one folder or file, so that a link may have this name. */
export function isSafeSegment(name: string): boolean {
  return isSafeRelative(name) && !name.includes('/') && !name.startsWith('.');
}

/** True for an absolute path with `/` and without detours. */
export function isPlainAbsolute(path: string): boolean {
  const inner = /^(?:[A-Za-z]:)?\/(.+)$/.exec(path)?.[1];
  return inner !== undefined && isAbsolute(path) && isSafeRelative(inner);
}

/** Whether the second path is the first or lies inside it; both absolute. */
export function isAtOrBelow(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

/** Whether the second path lies inside the first; both absolute. */
export function isBelow(folder: string, path: string): boolean {
  return relative(folder, path) !== '' && isAtOrBelow(folder, path);
}

/** A scope's form of an absolute path: relative to the root, with `/`, if it lies inside. */
export function pathIn(root: string, path: string): string {
  return (isBelow(root, path) ? relative(root, path) : path).replaceAll('\\', '/');
}

/**
 * The absolute path to write at for a path of the scope, after following links of its folders.
 * Throws `unsafe_path` if the result is outside the area or inside `.git`.
 */
export function resolveInside(area: Area, path: string): string {
  const folder = realFolder(dirname(startOf(area, path)));
  const target = join(folder, path.slice(path.lastIndexOf('/') + 1));
  assertInside(area, { target, path });
  if (OWN.test(path)) assertOwnFolder(area, { folder, path });
  return target;
}

/** The real folders of an area. */
export function realRoots({ root, besides }: Area): readonly string[] {
  return [realPath(root), ...besides.map(realFolder)];
}

/** Throws `unsafe_path` unless the target, with links followed, lies inside the area and outside of `.git`. */
export function assertInside(area: Area, { target, path }: { target: string; path: string }): void {
  const root = realRoots(area).find((folder) => isBelow(folder, target));
  if (root === undefined)
    throw unsafePath({ path, why: `it leads to ${target}, which is outside ${area.root}` });
  const parts = relative(root, target).split(sep);
  if (parts.some(isGitFolder)) throw unsafePath({ path, why: 'it leads into .git' });
}

/** Paths below `.svc` are replaced and removed unchecked: through a link there, svc would remove other folders. */
function assertOwnFolder({ root }: Area, { folder, path }: { folder: string; path: string }): void {
  const parts = path.split('/').slice(0, -1);
  const linked = parts.some(
    (_part, index) => index > 0 && isLink(join(realPath(root), ...parts.slice(0, index + 1))),
  );
  if (!linked) return;
  throw unsafePath({
    path,
    why: `a link leads from ${SVC_FOLDER} to ${folder}; svc keeps its plugins in folders, not behind links`,
  });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function startOf({ root, besides }: Area, path: string): string {
  if (isSafeRelative(path)) return join(realPath(root), ...path.split('/'));
  if (besides.length > 0 && isPlainAbsolute(path)) return path;
  throw unsafePath({ path, why: 'it is not a plain relative path' });
}

/** Uses the native realpath: one system call, whereas node's own version stats each parent folder. */
export function realPath(path: string): string {
  return realpathSync.native(path);
}

/** Follows the links of existing folders; the rest of the path is kept as written. */
export function realFolder(folder: string): string {
  try {
    return realPath(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return join(
      realFolder(dirname(folder)),
      folder.slice(dirname(folder).length).replace(/^[\\/]/, ''),
    );
  }
}
