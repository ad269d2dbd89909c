import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type {
  LooseFile,
  PluginContents,
  PluginFolders,
} from '../../../registry/contract/plugin-format.js';
import { nothingToInstall, pathUnknown } from '../../contract/source-errors.js';
import { nameOfFolder, nameOfRepository } from './collection/plugin-names.js';
import { MANIFESTS } from './collection/find-skills.js';
import { readFolderTree } from './collection/folder-tree.js';
import { followLinks, readLinks } from './collection/tree-links.js';
import { SkillCollection, type CollectionIdentity } from './collection/skill-collection.js';
import { joinPath, pathBelow, type TreeFolder } from './collection/source-tree.js';
import { GitRepository } from './git/git-repository.js';
import type { GitSource } from '../resolve/git-source.js';
import { wholePlugin } from './fetcher.js';
import type { DirectSource } from '../resolve/source.js';
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
}

/** Files that people name when they mean the containing folder. */
const FILES: ReadonlySet<string> = new Set(['SKILL.md', 'tile.json']);
const LOCAL_VERSION = '0.0.0-local';
const SHORT_COMMIT = 12;

/** Reads plugins and collections of skills from folders and git hosts. */
export class SourceReader {
  constructor(
    private readonly format: PluginFolders,
    private readonly context: Pick<Context, 'env' | 'signal'>,
  ) {}

  read(source: DirectSource, choose: SkillChooser): Promise<SourcePlugin> {
    return source.kind === 'file'
      ? this.readFolder(source.folder, choose)
      : this.readRepository(source, choose);
  }

  /** The commit that a source refers to today. */
  newest(source: GitSource): Promise<RemoteCommit> {
    return GitRepository.with(source, this.context, findRemoteCommit);
  }

  private readRepository(source: GitSource, choose: SkillChooser): Promise<SourcePlugin> {
    return GitRepository.with(source, this.context, async (git) => {
      const folder = await repositoryFolder(git);
      const { commit, ref } = folder;
      const plugin = await this.readTree(folder, choose, {
        name: nameOfRepository(source, folder.root),
        // `git-` prevents an all-digit hash from being a number, which must not begin with 0
        version: `0.0.0-git-${commit.slice(0, SHORT_COMMIT)}`,
        source: `${source.host}/${source.repository}`,
      });
      return { ...plugin, commit, ref };
    });
  }

  private async readFolder(named: string, choose: SkillChooser): Promise<SourcePlugin> {
    const folder = FILES.has(basename(named)) ? dirname(named) : named;
    // read as it would be packed; for a missing folder the same reader reports the error
    const isPlugin = MANIFESTS.some((manifest) => existsSync(join(folder, manifest)));
    if (isPlugin || !(await isFolder(folder)))
      return wholePlugin(await this.format.readFolder(folder));
    const found = { tree: await readFolderTree(folder), root: '', source: `file:${folder}` };
    return this.readTree(found, choose, {
      name: nameOfFolder(resolve(folder)),
      version: LOCAL_VERSION,
      source: basename(folder),
    });
  }

  private async readTree(
    folder: NamedFolder,
    choose: SkillChooser,
    identity: CollectionIdentity,
  ): Promise<SourcePlugin> {
    const { source } = folder;
    if (hasManifest(folder))
      return wholePlugin(await this.format.readFiles(await filesBelow(folder), source));
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
