import { basename, dirname, join } from 'node:path';
import { joinPath } from '../fetch/collection/source-tree.js';
import { folderMark } from './address-path.js';
import { parseGitSource, type GitSource } from './git-source.js';
import type { DirectSource, FolderSource } from './source.js';

/** Files that people name when they mean the containing folder. */
const FILES: ReadonlySet<string> = new Set(['SKILL.md', 'tile.json']);

/** The folder of a `file:` source, which may name a file in it. */
export function namedFolder({ folder }: FolderSource): string {
  return FILES.has(basename(folder)) ? dirname(folder) : folder;
}

/** Where something was found: the source, and the folder of its repository that it turned out to mean. */
interface Found {
  readonly direct: DirectSource;
  readonly root: string;
}

/** The source of a folder below another one: an address of its own, at the same branch, tag or commit. */
export function nestedSource({ direct, root }: Found, folder: string): DirectSource {
  // a package has one address for all that is in it
  if (folder === '' || direct.kind === 'npm' || direct.kind === 'archive') return direct;
  return direct.kind === 'file'
    ? { kind: 'file', folder: join(namedFolder(direct), folder) }
    : nestedAddress(direct, { root, folder });
}

function nestedAddress(
  source: GitSource,
  { root, folder }: { readonly root: string; readonly folder: string },
): GitSource {
  const parsed = parseGitSource(addressOf(source, { root, folder }));
  return { ...parsed, credentials: source.credentials };
}

/**
 * Pages of folders stay pages. Elsewhere the repository ends at its `.git`, or else at `//`: not every host that knows the address without `.git`
 * knows it with that.
 */
function addressOf(
  { text, url, repository, ref, trail }: GitSource,
  { root, folder }: { readonly root: string; readonly folder: string },
): string {
  if (trail !== undefined) return `${text}/${encoded(folder)}`;
  const path = encoded(joinPath(root, folder));
  const end = ref === undefined ? '' : `#${ref}`;
  if (text.startsWith('git:')) return `git:${repository}/${path}${end}`;
  return `${url}${folderMark(url)}${path}${end}`;
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
