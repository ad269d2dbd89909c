import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context, HostInfo } from 'svc-registry/kernel';
import type {
  LooseFile,
  PluginContents,
  PluginFolders,
} from '../../../registry/contract/plugin-format.js';
import { nothingToInstall, pathUnknown } from '../../contract/source-errors.js';
import { nameOfFolder, nameOfNested, nameOfRepository } from './collection/plugin-names.js';
import { MANIFESTS } from './collection/find-skills.js';
import { readFolderTree } from './collection/folder-tree.js';
import { followLinks, readLinks } from './collection/tree-links.js';
import { SkillCollection, type CollectionIdentity } from './collection/skill-collection.js';
import { joinPath, pathBelow, type TreeFolder } from './collection/source-tree.js';
import type { GitRepositories, GitRepository } from './git/git-repository.js';
import type { GitSource } from '../resolve/git-source.js';
import { packageLocation, type PackageSource } from '../resolve/package-source.js';
import { wholePlugin } from './fetcher.js';
import type { DirectSource, EntrySource, FolderSource, KnownEntry } from '../resolve/source.js';
import { fetchTree } from './git/git-tree.js';
import { findRemoteCommit, knownCommit, type RemoteCommit } from './git/remote-commit.js';

/** Says which skills of a collection to take; `undefined` means all. */
export type SkillChooser = (collection: {
  readonly name: string;
  readonly skills: readonly string[];
}) => Promise<readonly string[] | undefined>;

/** A plugin as read from a folder or a repository. */
export interface SourcePlugin {
  readonly contents: PluginContents;
  /** Which skills of a collection were taken; `undefined` for a plugin with a manifest, which is always taken whole. */
  readonly taken: 'all' | readonly string[] | undefined;
  /** Names of all its skills, including those that were not taken. */
  readonly skills: readonly string[];
  /** The full hash; only for git. */
  readonly commit?: string;
  readonly ref?: string | undefined;
  /** The exact source, where it differs from the one that was asked for. */
  readonly from?: string;
  /** The fields of a marketplace's entry from which its contents follow. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** An entry of a marketplace: the name that follows from it, and its fields. */
export interface EntryToRead {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What is read of a source. */
interface Reading {
  readonly choose: SkillChooser;
  readonly entry?: EntryToRead | undefined;
}

export interface ReaderContext extends Pick<Context, 'env' | 'signal'> {
  readonly fetch: HostInfo['fetch'];
  readonly repositories: GitRepositories;
}

/** Files that people name when they mean the containing folder. */
const FILES: ReadonlySet<string> = new Set(['SKILL.md', 'tile.json']);
const LOCAL_VERSION = '0.0.0-local';
const SHORT_COMMIT = 12;

/** Reads plugins and collections of skills from folders and git hosts. */
export class SourceReader {
  constructor(
    private readonly format: PluginFolders,
    private readonly context: ReaderContext,
  ) {}

  read(source: DirectSource, reading: Reading): Promise<SourcePlugin> {
    if (source.kind === 'file') return this.readFolder(source.folder, reading);
    return source.kind === 'git'
      ? this.readRepository(source, reading)
      : this.readPackage(source, reading);
  }

  /** Where the entry of a marketplace is now. */
  async findEntry({ marketplace, plugin }: EntrySource): Promise<KnownEntry> {
    const { findEntry } = await import('./marketplace/find-entry.js');
    if (marketplace.kind === 'git')
      return this.context.repositories.with(marketplace, async (git) =>
        findEntry({ ...(await repositoryFolder(git)), direct: marketplace }, plugin),
      );
    const { folder } = marketplace;
    if (!(await isFolder(folder))) await this.format.readFolder(folder);
    const found = { tree: await readFolderTree(folder), root: '', source: `file:${folder}` };
    return findEntry({ ...found, direct: marketplace }, plugin);
  }

  /** The commit that a source refers to today. */
  newest(source: GitSource): Promise<RemoteCommit> {
    return this.context.repositories.with(source, findRemoteCommit);
  }

  private async readPackage(source: PackageSource, reading: Reading): Promise<SourcePlugin> {
    const { packageFiles } = await import('./download/package-files.js');
    const { tree, version, exact } = await packageFiles(source, this.context);
    const { host, path } = packageLocation(source);
    const plugin = await this.readTree({ tree, root: '', source: exact.text }, reading, {
      name: nameOfPackage(source),
      version,
      source: `${host}/${path}`,
    });
    return exact.text === source.text ? plugin : { ...plugin, from: exact.text };
  }

  private readRepository(source: GitSource, reading: Reading): Promise<SourcePlugin> {
    return this.context.repositories.with(source, async (git) => {
      const folder = await repositoryFolder(git);
      const { commit, ref } = folder;
      const plugin = await this.readTree(folder, reading, {
        name: nameOfRepository(source, folder.root),
        // `git-` prevents an all-digit hash from being a number, which must not begin with 0
        version: `0.0.0-git-${commit.slice(0, SHORT_COMMIT)}`,
        source: `${source.host}/${source.repository}`,
      });
      return { ...plugin, commit, ref };
    });
  }

  private async readFolder(named: string, reading: Reading): Promise<SourcePlugin> {
    const folder = FILES.has(basename(named)) ? dirname(named) : named;
    // read as it would be packed; for a missing folder the same reader reports the error
    const isPlugin = MANIFESTS.some((manifest) => existsSync(join(folder, manifest)));
    if (isPlugin || !(await isFolder(folder)))
      return wholePlugin(await this.format.readFolder(folder));
    const found = { tree: await readFolderTree(folder), root: '', source: `file:${folder}` };
    return this.readTree(found, reading, {
      name: nameOfFolder(resolve(folder)),
      version: LOCAL_VERSION,
      source: basename(folder),
    });
  }

  /** What has no manifest of ours is what the entry says, completed by the manifest of another vendor if there is one. */
  private async readEntry(
    folder: NamedFolder,
    { name, fields }: EntryToRead,
    { version }: CollectionIdentity,
  ): Promise<SourcePlugin> {
    const { source } = folder;
    const files = await filesBelow(folder);
    const { contents } = await this.format.readVendorFiles({
      files,
      name,
      version,
      source,
      entry: fields,
    });
    return { ...wholePlugin(contents), entry: fields };
  }

  private async readTree(
    folder: NamedFolder,
    { choose, entry }: Reading,
    identity: CollectionIdentity,
  ): Promise<SourcePlugin> {
    const { source } = folder;
    if (hasManifest(folder))
      return wholePlugin(await this.format.readFiles(await filesBelow(folder), source));
    if (entry !== undefined) return this.readEntry(folder, entry, identity);
    const collection = await SkillCollection.open(folder, this.format);
    const skills = [...new Set(collection.skills.map(({ name }) => name))];
    if (skills.length === 0) throw nothingToInstall({ source, ...collection.found });
    const chosen = await choose({ name: identity.name, skills });
    return {
      contents: await collection.pluginOf(chosen, identity),
      taken: chosen ?? 'all',
      skills,
    };
  }
}

/** The name of a plugin that an entry of a marketplace lists. It follows from the marketplace and the entry alone. */
export function nameOfEntry({ marketplace, plugin }: EntrySource): string {
  const whole =
    marketplace.kind === 'git'
      ? nameOfRepository(marketplace, '')
      : nameOfFolder(resolve(marketplace.folder));
  return nameOfNested(whole, plugin);
}

/** `<scope>/<package>`, `npm/<package>`, or `<host>/<file>`. */
function nameOfPackage(source: PackageSource): string {
  if (source.kind === 'archive') {
    const { host, path } = packageLocation(source);
    return nameOfNested(host, basename(path).replace(/\.(?:zip|tgz|tar\.gz)$/i, '') || 'archive');
  }
  const [scope, name] = source.package.startsWith('@')
    ? source.package.slice(1).split('/')
    : ['npm', source.package];
  return nameOfNested(scope ?? '', name ?? '');
}

export type NamedFolder = TreeFolder & { readonly source: string };

interface RepositoryFolder extends NamedFolder {
  /** The full hash. */
  readonly commit: string;
  readonly ref: string | undefined;
}

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

/** Whether a folder has a plugin. */
export const hasManifest = ({ tree, root }: TreeFolder): boolean =>
  MANIFESTS.some((manifest) => tree.entries.has(joinPath(root, manifest)));

/** All files of a plugin's folder, with their paths inside the plugin. */
export async function filesBelow({
  tree,
  root,
  source,
}: NamedFolder): Promise<readonly LooseFile[]> {
  const paths = [...tree.entries.keys()].filter((path) => pathBelow(root, path) !== undefined);
  const { files } = followLinks(await readLinks({ tree, source }, paths), paths);
  const read = new Map(
    (await tree.read([...new Set(files.values())])).map((file) => [file.path, file] as const),
  );
  return [...files].flatMap(([path, origin]) => {
    const file = read.get(origin);
    return file === undefined ? [] : [{ ...file, path: pathBelow(root, path) ?? path }];
  });
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

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
