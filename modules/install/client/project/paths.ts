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
/** In the work folder of a scope while changes are being made, and after they were interrupted. */
export const JOURNAL = 'journal.json';
/** In every installed plugin: says which one it is. Never part of the plugin's own content. */
export const PLUGIN_MARKER = 'svc-package.json';

/** What lies in our folder, on disks that tell no case from another too. */
const OWN = /^\.svc\//i;

const NAME = /^[a-z0-9](?:-?[a-z0-9])*$/;

/** True for `<workspace>/<plugin>` with lengths of the specification. */
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

/** True for such a path that a project's lock may name: nothing of git's own, and on one line. */
export function isManagedPath(path: string): boolean {
  return isSafeRelative(path) && !/\p{Cc}/u.test(path) && !path.split('/').some(isGitFolder);
}

/** Also as the old short name of Windows. */
export function isGitFolder(part: string): boolean {
  return /^(?:\.git|git~\d+)$/i.test(part);
}

/** True for the name of one folder or file: a link may be called that. */
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

/** How a scope names an absolute path: relative to its root where it lies inside, with `/`. */
export function pathIn(root: string, path: string): string {
  return (isBelow(root, path) ? relative(root, path) : path).replaceAll('\\', '/');
}

/**
 * The absolute path to write at for a path of the scope, after following links of its folders.
 * Throws `unsafe_path` when that is outside the area or inside `.git`.
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

/** What lies below `.svc` is replaced and removed without a look at it: a link there would have other folders removed. */
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

/** The system's own answer: one call, where the other function of node looks at each folder on the way. */
export function realPath(path: string): string {
  return realpathSync.native(path);
}

/** Follows links of the folders that exist; the rest is taken as it is written. */
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
