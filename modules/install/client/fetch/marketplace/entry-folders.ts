import { posix } from 'node:path';
import { SortedPaths } from '../collection/sorted-paths.js';
import { joinPath, type TreeFolder } from '../collection/source-tree.js';

/** Finds the folder that an entry's path names. */
export interface FolderFinder {
  /** The folder, relative to the tree, or the reason why the entry has none. */
  find(path: string): { readonly path: string } | { readonly why: string };
}

/** The folders of a marketplace's repository. */
export class EntryFolders {
  private readonly paths: SortedPaths;
  private readonly known = new Map<string, boolean>();

  constructor(private readonly location: TreeFolder) {
    this.paths = new SortedPaths(() => [...location.tree.entries.keys()]);
  }

  /**
   * `base` is the marketplace's `pluginRoot`. Authors write paths with and without it, so a path that is there without it counts too.
   */
  below(base: unknown): FolderFinder {
    const bases = typeof base === 'string' && isInside(base) ? [base, ''] : [''];
    return {
      find: (path) => {
        if (!isInside(path)) return { why: `"${path}" leads out of the repository` };
        const candidates = bases.map((one) => this.inTree(one, path));
        const found = candidates.find((folder) => this.isFolder(folder));
        return found === undefined
          ? { why: `its folder "${path}" is not in the repository` }
          : { path: found };
      },
    };
  }

  private inTree(base: string, path: string): string {
    const inner = posix.join('.', base, path).replace(/\/$/, '');
    return joinPath(this.location.root, inner === '.' ? '' : inner);
  }

  private isFolder(path: string): boolean {
    const isKnown = this.known.get(path) ?? (path === '' || this.paths.below(path).length > 0);
    this.known.set(path, isKnown);
    return isKnown;
  }
}

function isInside(path: string): boolean {
  return !/^\/|\\|^[a-z]:|[\p{Cc}]/iu.test(path) && !path.split('/').includes('..');
}
