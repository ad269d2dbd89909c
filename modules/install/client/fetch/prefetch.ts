import type { GitSource } from '../resolve/git-source.js';
import { joinPath, pathBelow, type SourceTree } from './collection/source-tree.js';
import { knownCommit } from './git/remote-commit.js';
import type { Location } from './location.js';
import { manifestOf } from './plugin-reader.js';
import type { Selection } from './source-reader.js';

/** Fetches all files of some folders in one request. */
export async function prefetch(tree: SourceTree, folders: readonly string[]): Promise<void> {
  if (tree.prefetch === undefined || folders.length === 0) return;
  const paths = [...tree.entries.keys()];
  await tree.prefetch(
    paths.filter((path) => folders.some((folder) => pathBelow(folder, path) !== undefined)),
  );
}

/** Those of the same repository that are plugins: of a collection only some files are read. */
export function siblingFolders(
  location: Location,
  siblings: readonly GitSource[] = [],
): readonly string[] {
  const { direct } = location;
  if (direct.kind !== 'git') return [];
  return siblings
    .filter(({ url }) => url === direct.url)
    .map((sibling) => knownCommit(sibling, sibling.pin ?? { commit: '', ref: sibling.ref }).path)
    .filter((root) => manifestOf({ ...location, root }) !== undefined);
}

/** Plugins are read whole. */
export function chosenFolders({ root }: Location, chosen: readonly Selection[]): readonly string[] {
  return chosen.flatMap((selection) =>
    'plugin' in selection && selection.plugin.elsewhere === undefined
      ? [joinPath(root, selection.plugin.folder)]
      : [],
  );
}
