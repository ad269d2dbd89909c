import type { LooseFile } from '../../../../registry/contract/plugin-format.js';

/** Something in a tree of files. */
export interface TreeEntry {
  /** Relative to the tree's root, with `/`. */
  readonly path: string;
  /** `other`: a pipe, a device, a folder that cannot be read or is not looked into, a repository within the repository. */
  readonly kind: 'file' | 'link' | 'other';
}

/** Files of a source that were listed but not read yet. */
export interface SourceTree {
  /** By path; folders are implied by the paths. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** Files with their contents; the content of a link is its target. Paths that are not in the tree are left out. */
  read(paths: readonly string[]): Promise<readonly LooseFile[]>;
  /** Fetches what several reads will ask for, in one request; left out where nothing has to be fetched. */
  prefetch?(paths: readonly string[]): Promise<void>;
  /** What tells the contents of files apart: equal texts mean equal contents. Without reading them where the source has hashes. */
  identify(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sizes in bytes, by path. */
  sizes(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A folder of a tree; `''` is all of it. */
export interface TreeFolder {
  readonly tree: SourceTree;
  readonly root: string;
}

/** A folder of a tree, with what to call it in messages. */
export type NamedFolder = TreeFolder & { readonly source: string };

/** The path below a folder; `undefined` when it is not below it. */
export function pathBelow(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

export function joinPath(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== '').join('/');
}
