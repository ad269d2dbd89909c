import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { unsafePath } from '../../contract/errors.js';

export const MANIFEST_FILE = 'svc.json';
export const LOCK_FILE = 'svc-lock.json';
export const SVC_FOLDER = '.svc';
export const PLUGINS_FOLDER = '.svc/plugins';
export const RULES_FILE = '.svc/RULES.md';
/** The path of a skill that is its plugin's own folder. */
export const PLUGIN_ROOT = '.';
/** The mutex, the journal and everything staged. Not there when no command runs. */
export const WORK_FOLDER = '.svc/.work';
/** Is there while changes are being made, and after they were interrupted. */
export const JOURNAL_FILE = '.svc/.work/journal.json';
/** In every installed plugin: says which one it is. Never part of the plugin's own content. */
export const PLUGIN_MARKER = 'svc-package.json';

const NAME = /^[a-z0-9](?:-?[a-z0-9])*$/;

/** True for `<workspace>/<plugin>` with lengths of the specification. */
export function isPluginName(name: string): boolean {
  const [workspace, plugin, ...more] = name.split('/');
  if (workspace === undefined || plugin === undefined || more.length > 0) return false;
  return NAME.test(workspace) && workspace.length <= 100 && NAME.test(plugin) && plugin.length <= 90;
}

export function pluginFolder(name: string): string {
  return `${PLUGINS_FOLDER}/${name}`;
}

/** True for a relative path with `/` that names something below its start, on every system. */
export function isSafeRelative(path: string): boolean {
  if (path === '' || isAbsolute(path) || /[\\\0:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** True for the name of one folder or file: a link may be called that. */
export function isSafeSegment(name: string): boolean {
  return isSafeRelative(name) && !name.includes('/') && !name.startsWith('.');
}

/**
 * The absolute path to write at for a path of the project, after following links of its folders.
 * Throws `unsafe_path` when that is outside the project or inside `.git`.
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  if (!isSafeRelative(path)) throw unsafePath({ path, why: 'it is not a plain relative path' });
  const realRoot = await realpath(root);
  const folder = await realFolder(dirname(join(realRoot, ...path.split('/'))));
  const target = join(folder, path.slice(path.lastIndexOf('/') + 1));
  assertInside({ realRoot, target, path });
  return target;
}

export function assertInside({ realRoot, target, path }: { realRoot: string; target: string; path: string }): void {
  const inner = relative(realRoot, target);
  if (inner === '' || isAbsolute(inner) || inner.split(sep)[0] === '..') {
    throw unsafePath({ path, why: `it leads to ${target}, which is outside the project` });
  }
  if (inner.split(sep).some((part) => part.toLowerCase() === '.git')) throw unsafePath({ path, why: 'it leads into .git' });
}

/** Follows links of the folders that exist; the rest is taken as it is written. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unsafePath({ path: folder, why: (error as Error).message });
    return join(await realFolder(dirname(folder)), folder.slice(dirname(folder).length).replace(/^[\\/]/, ''));
  }
}
