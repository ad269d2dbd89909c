import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathUnknown } from '../../contract/source-errors.js';
import type { GitSource } from '../resolve/git-source.js';
import { namedFolder } from '../resolve/nested-source.js';
import type { DirectSource, FolderSource } from '../resolve/source.js';
import { readFolderTree } from './collection/folder-tree.js';
import { nameOfFolder, nameOfRepository } from './collection/plugin-names.js';
import { pathBelow, type NamedFolder } from './collection/source-tree.js';
import type { GitRepository } from './git/git-repository.js';
import { fetchTree } from './git/git-tree.js';
import { findRemoteCommit, knownCommit } from './git/remote-commit.js';

/** The folder that a source means, with what its contents are called. */
export interface Location extends NamedFolder {
  readonly direct: DirectSource;
  /** What a collection of its skills is called. */
  readonly name: string;
  /** What the whole source is called: plugins of other vendors in it are named after that. */
  readonly whole: string;
  /** Of everything that has no version of its own. */
  readonly version: string;
  /** Its origin in words. */
  readonly words: string;
  /** The full hash; only for git. */
  readonly commit?: string;
  readonly ref?: string | undefined;
  /** The exact source, where it differs from `direct`: a version of a package. */
  readonly from?: string;
}

export interface RepositoryFolder extends NamedFolder {
  /** The full hash. */
  readonly commit: string;
  readonly ref: string | undefined;
}

const LOCAL_VERSION = '0.0.0-local';
const SHORT_COMMIT = 12;

export async function folderLocation(source: FolderSource): Promise<Location> {
  const folder = namedFolder(source);
  const name = nameOfFolder(resolve(folder));
  return {
    direct: source,
    tree: await readFolderTree(folder),
    root: '',
    source: `file:${folder}`,
    name,
    whole: name,
    version: LOCAL_VERSION,
    words: basename(folder),
  };
}

export async function repositoryLocation(git: GitRepository): Promise<Location> {
  const { source } = git;
  const folder = await repositoryFolder(git);
  return {
    ...folder,
    direct: source,
    name: nameOfRepository(source, folder.root),
    whole: nameOfRepository(source, ''),
    // `git-` prevents an all-digit hash from being a number, which must not begin with 0
    version: `0.0.0-git-${folder.commit.slice(0, SHORT_COMMIT)}`,
    words: wordsOf(source),
  };
}

const wordsOf = ({ host, repository }: GitSource): string => `${host}/${repository}`;

/** The folder that the source of a repository means, with the commit to take. Throws `path_unknown`. */
export async function repositoryFolder(git: GitRepository): Promise<RepositoryFolder> {
  const { source } = git;
  const wanted =
    source.pin === undefined ? await findRemoteCommit(git) : knownCommit(source, source.pin);
  const tree = await fetchTree(git, wanted);
  const { path: root, ref } = wanted;
  const folder = { tree, root, ref, source: source.text, commit: tree.commit };
  assertFolder(folder);
  return folder;
}

function assertFolder({ tree, root, source }: NamedFolder): void {
  const paths = [...tree.entries.keys()];
  if (root === '' || paths.some((path) => path.startsWith(`${root}/`))) return;
  // the nearest existing parent folder supplies suggestions
  let above = dirname(root);
  while (above !== '.' && !paths.some((path) => path.startsWith(`${above}/`)))
    above = dirname(above);
  const parent = above === '.' ? '' : above;
  const known = paths.flatMap(
    (path) => /^([^/]+)\//.exec(pathBelow(parent, path) ?? '')?.[1] ?? [],
  );
  throw pathUnknown({
    source,
    path: root,
    known: [...new Set(known)].map((name) => (parent === '' ? name : `${parent}/${name}`)),
  });
}

export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
