import { posix } from 'node:path';
import { vendorManifests } from '../../../../registry/contract/plugin-format.js';
import { pathBelow, type TreeFolder } from './source-tree.js';

const SKILL_FILE = 'SKILL.md';
/** Either file makes a folder a plugin in our form. */
export const MANIFESTS: readonly string[] = ['.svc-plugin/plugin.json', 'tile.json'];
/** Every file that makes a folder a plugin; of several the first counts. */
export const ALL_MANIFESTS: readonly string[] = [...MANIFESTS, ...vendorManifests];

/** A folder with a manifest. */
export interface ManifestPath {
  /** Relative to the folder that was searched; `''` is that itself. */
  readonly folder: string;
  readonly manifest: string;
}

/** The paths of a folder's regular files, relative to it. */
export function pathsIn({ tree, root }: TreeFolder): readonly string[] {
  return [...tree.entries.values()].flatMap(({ path, kind }) =>
    kind === 'file' ? (pathBelow(root, path) ?? []) : [],
  );
}

/** Folders with a manifest, sorted, each with the one that counts. */
export function findManifests(paths: readonly string[]): readonly ManifestPath[] {
  const found = new Map<string, string>();
  for (const manifest of ALL_MANIFESTS) {
    for (const path of paths) {
      const folder = folderOf(path, manifest);
      if (folder !== undefined && !found.has(folder)) found.set(folder, manifest);
    }
  }
  return [...found].map(([folder, manifest]) => ({ folder, manifest })).sort(byFolder);
}

/** Folders with a skill, sorted. The root's is `''`. `containers` are those whose own skill does not swallow the skills in them. */
export function findSkills(
  paths: readonly string[],
  containers: ReadonlySet<string>,
): readonly string[] {
  const folders = paths
    .filter((path) => posix.basename(path) === SKILL_FILE)
    .map((path) => posix.dirname(path).replace(/^\.$/, ''));
  return withoutNested(folders.sort(), containers);
}

function folderOf(path: string, manifest: string): string | undefined {
  if (path === manifest) return '';
  return path.endsWith(`/${manifest}`) ? path.slice(0, -manifest.length - 1) : undefined;
}

const byFolder = (a: ManifestPath, b: ManifestPath): number => (a.folder < b.folder ? -1 : 1);

/**
 * A skill inside another skill is that skill's material, such as an example. The skills of the root and of plugins may contain others, and so may
 * one in a folder called `skills`, which tells about those beside it.
 */
function withoutNested(
  folders: readonly string[],
  containers: ReadonlySet<string>,
): readonly string[] {
  const isContainer = (folder: string): boolean =>
    containers.has(folder) || posix.basename(folder) === 'skills';
  const all = new Set(folders.filter((folder) => !isContainer(folder)));
  const isNested = (folder: string): boolean => {
    for (let above = posix.dirname(folder); above !== '.'; above = posix.dirname(above))
      if (all.has(above)) return true;
    return false;
  };
  return folders.filter((folder) => folder === '' || !isNested(folder));
}
